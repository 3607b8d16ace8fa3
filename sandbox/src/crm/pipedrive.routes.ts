import { createHash } from 'node:crypto';
import { cutText } from '@overture/domain/text/text-bounds';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CrmProblem, type CrmRow, type CrmVendor, type CrmWorld } from './crm-world.ts';
import { PIPEDRIVE_CALLS } from './schema/pipedrive.calls.ts';

const custom = (label: string, type: string, more: object = {}) => ({
  name: createHash('sha1').update(label).digest('hex'),
  label,
  type,
  is_custom: true,
  ...more,
});

export const PIPEDRIVE: CrmVendor = {
  label: 'Pipedrive',
  prefix: '/pipedrive',
  rotates: true,
  paths: { authorize: '/oauth/authorize', token: '/oauth/token', revoke: '/oauth/revoke' },
  is_basic: true,
  calls: PIPEDRIVE_CALLS,
  refusals: {
    unknown_call: { status: 404, code: 'NOT_FOUND' },
    missing_scope: { status: 403, code: 'SCOPE_MISMATCH' },
    invalid: { status: 400, code: 'VALIDATION_FAILED' },
  },
  limits: { requests: 80, window_in_ms: 2_000, per_day: 1_000_000 },
  fields: [
    { name: 'name', label: 'Name', type: 'varchar', is_custom: false },
    { name: 'email', label: 'Email', type: 'varchar', is_custom: false },
    { name: 'phone', label: 'Phone', type: 'phone', is_custom: false },
    custom('Job title', 'varchar'),
    custom('LinkedIn', 'varchar'),
    custom('Industry', 'enum', {
      options: [
        { id: '11', label: 'Software' },
        { id: '12', label: 'Retail' },
      ],
    }),
    custom('Employees', 'double'),
  ],
  problem: (_status, code, message) => ({ success: false, error: message, code }),
  isApiCall: (path) => path.startsWith('/api/'),
  describeTokens: (request) => ({ api_domain: `http://${request.headers.host}/pipedrive` }),
};

const refuse = (status: number, code: string, message: string) =>
  new CrmProblem(status, PIPEDRIVE.problem(status, code, message));
const reached = z
  .array(z.object({ value: z.string().max(255), primary: z.boolean().optional(), label: z.string().optional() }))
  .optional();
const personBody = z.strictObject({
  name: z.string().min(1).max(255).optional(),
  emails: reached,
  phones: reached,
  org_id: z.number().int().optional(),
  owner_id: z.number().int().optional(),
  marketing_status: z.string().optional(),
  custom_fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).default({}),
});
type PersonBody = z.output<typeof personBody>;

export function registerPipedriveRoutes(app: FastifyInstance, world: CrmWorld): void {
  registerAccount(app, world);
  registerPersons(app, world);
  registerOrganizations(app, world);
  registerWork(app, world);
}

const ok = (data: unknown, next_cursor: string | null = null) => ({
  success: true,
  data,
  additional_data: { next_cursor },
});

function registerAccount(app: FastifyInstance, world: CrmWorld): void {
  app.get('/api/v1/users/me', async (request) => {
    const grant = world.requireGrant(request);
    return ok({
      id: 1,
      email: grant.email,
      company_id: 815,
      company_name: 'Sandbox Sales',
      company_domain: 'sandbox-sales',
    });
  });
  app.get('/api/v1/users', async (request) =>
    ok([{ id: 7, email: world.requireGrant(request).email, name: 'Ann Sample', active_flag: true }]),
  );
  app.get('/api/v2/personFields', async (request) => {
    world.requireGrant(request);
    const { include_fields = '' } = z.object({ include_fields: z.string().optional() }).parse(request.query);
    const wantsRequired = include_fields.split(',').includes('required_fields');
    return ok(
      world.state.fields.map((field) => ({
        field_code: field.name,
        field_name: field.label,
        field_type: field.type,
        is_custom_field: field.is_custom,
        ...(wantsRequired ? { required_fields: { enabled: field.is_required === true } } : {}),
        options: field.options?.map(({ id, label }) => ({ id: Number(id), label })) ?? null,
      })),
    );
  });
  app.post('/api/v2/personFields', async (request, reply) => {
    world.requireGrant(request);
    const { field_name, field_type } = z
      .object({ field_name: z.string().min(1), field_type: z.string() })
      .parse(request.body);
    const field = custom(field_name, field_type);
    if (!world.field(field.name)) world.state.fields = [...world.state.fields, field];
    world.save();
    return reply.code(201).send(ok({ field_code: field.name, field_name, field_type, is_custom_field: true }));
  });
}

const presentPerson = (row: CrmRow) => {
  const { email: _email, phone: _phone, won_deals_count = 0, open_deals_count = 0, ...fields } = row.fields;
  return {
    id: row.id,
    emails: [],
    phones: [],
    custom_fields: {},
    marketing_status: 'no_consent',
    ...fields,
    won_deals_count,
    open_deals_count,
    update_time: new Date(row.updated_at).toISOString(),
  };
};

/** As the vendor: a field it does not know is refused, a text too long as well, and a value that is no option. */
function toFields(world: CrmWorld, body: PersonBody): Record<string, unknown> {
  for (const [name, value] of Object.entries(body.custom_fields)) {
    const field = world.field(name);
    if (field === undefined)
      throw refuse(400, 'VALIDATION_FAILED', `Validation failed: custom_fields.${name}: Unknown field`);
    const isBad = field.options
      ? !field.options.some(({ id }) => id === String(value))
      : field.type === 'double'
        ? typeof value !== 'number' || Number.isNaN(value)
        : String(value).length > 255;
    if (isBad)
      throw refuse(
        400,
        'VALIDATION_FAILED',
        `Validation failed: custom_fields.${name}: "${cutText(String(value), 60)}" is not accepted`,
      );
  }
  return {
    ...body,
    ...(body.name === undefined ? {} : splitName(body.name)),
    ...(body.emails ? { email: body.emails[0]?.value } : {}),
    ...Object.fromEntries(Object.entries(body.custom_fields).map(([key, value]) => [`custom:${key}`, value])),
  };
}

/** The vendor makes first and last name of the one text. */
function splitName(name: string): { name: string; first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop() : '';
  return { name, first_name: words.join(' '), last_name: last ?? '' };
}

function registerPersons(app: FastifyInstance, world: CrmWorld): void {
  app.post('/api/v2/persons', async (request, reply) => {
    world.requireGrant(request);
    const fields = toFields(world, personBody.parse(request.body));
    if (!fields.name) throw refuse(400, 'VALIDATION_FAILED', 'Validation failed: name: Name must be given.');
    return reply.code(201).send(ok(presentPerson(world.insert('person', fields))));
  });
  app.patch<{ Params: { id: string } }>('/api/v2/persons/:id', async (request) => {
    world.requireGrant(request);
    const row = world.find('person', Number(request.params.id));
    if (row === undefined) throw refuse(404, 'NOT_FOUND', 'Person not found');
    const fields = toFields(world, personBody.parse(request.body));
    const custom_fields = { ...(row.fields.custom_fields as object), ...(fields.custom_fields as object) };
    return ok(presentPerson(world.update(row, { ...fields, custom_fields })));
  });
  app.delete<{ Params: { id: string } }>('/api/v2/persons/:id', async (request) => {
    world.requireGrant(request);
    const row = world.find('person', Number(request.params.id));
    if (row === undefined) throw refuse(404, 'NOT_FOUND', 'Person not found');
    world.remove(row);
    return ok({ id: row.id });
  });
  app.get('/api/v2/persons/search', async (request) => {
    world.requireGrant(request);
    const { term, fields } = z.object({ term: z.string().min(2), fields: z.string() }).parse(request.query);
    const columns =
      fields === 'custom_fields'
        ? world.state.fields.filter(({ is_custom }) => is_custom).map(({ name }) => `custom:${name}`)
        : [fields];
    const rows = columns.flatMap((column) => world.search('person', column, term));
    return ok({ items: rows.slice(0, 10).map((row) => ({ item: { id: row.id, name: row.fields.name } })) });
  });
  app.get<{ Params: { id: string } }>('/api/v2/persons/:id', async (request) => {
    world.requireGrant(request);
    const row = world.find('person', Number(request.params.id));
    if (row === undefined) throw refuse(404, 'NOT_FOUND', 'Person not found');
    return ok(presentPerson(row));
  });
  app.get('/api/v2/persons', async (request) => {
    world.requireGrant(request);
    const query = z
      .object({
        limit: z.coerce.number().max(500).default(100),
        cursor: z.coerce.number().default(0),
        updated_since: z.iso.datetime().optional(),
        sort_direction: z.string().optional(),
      })
      .parse(request.query);
    const since = query.updated_since ? Date.parse(query.updated_since) : 0;
    const rows = world
      .list('person')
      .filter((row) => row.updated_at >= since)
      .sort((a, b) => a.updated_at - b.updated_at);
    if (query.sort_direction === 'desc') rows.reverse();
    const end = query.cursor + query.limit;
    return ok(rows.slice(query.cursor, end).map(presentPerson), end < rows.length ? String(end) : null);
  });
}

function registerOrganizations(app: FastifyInstance, world: CrmWorld): void {
  app.get('/api/v2/organizations/search', async (request) => {
    world.requireGrant(request);
    const { term } = z.object({ term: z.string().min(2) }).parse(request.query);
    const rows = world.search('organization', 'name', term);
    return ok({ items: rows.slice(0, 10).map((row) => ({ item: { id: row.id, name: row.fields.name } })) });
  });
  app.post('/api/v2/organizations', async (request, reply) => {
    world.requireGrant(request);
    const { name } = z.object({ name: z.string().min(1).max(255) }).parse(request.body);
    return reply.code(201).send(ok({ id: world.insert('organization', { name }).id, name }));
  });
}

function registerWork(app: FastifyInstance, world: CrmWorld): void {
  const person = z.object({ person_id: z.coerce.number().int() });
  app.get('/api/v1/notes', async (request) => {
    world.requireGrant(request);
    const { person_id } = person.parse(request.query);
    return ok(
      world
        .list('note')
        .filter((row) => row.fields.person_id === person_id)
        .map((row) => row.fields),
    );
  });
  app.post('/api/v1/notes', async (request, reply) => {
    world.requireGrant(request);
    const body = person.extend({ content: z.string().min(1).max(100_000) }).parse(request.body);
    if (!world.find('person', body.person_id)) throw refuse(404, 'NOT_FOUND', 'Person not found');
    return reply.code(201).send(ok({ id: world.insert('note', body).id }));
  });
  app.get('/api/v2/deals', async (request) => {
    world.requireGrant(request);
    const { person_id } = person.parse(request.query);
    return ok(
      world
        .list('deal')
        .filter((row) => row.fields.person_id === person_id)
        .map((row) => ({ id: row.id, title: row.fields.title, status: row.fields.status ?? 'open' })),
    );
  });
  app.post('/api/v2/deals', async (request, reply) => {
    world.requireGrant(request);
    const body = person
      .extend({ title: z.string().min(1).max(255), stage_id: z.number().optional(), owner_id: z.number().optional() })
      .parse(request.body);
    const owner = world.find('person', body.person_id);
    if (!owner) throw refuse(404, 'NOT_FOUND', 'Person not found');
    world.update(owner, { open_deals_count: Number(owner.fields.open_deals_count ?? 0) + 1 });
    return reply.code(201).send(ok({ id: world.insert('deal', body).id }));
  });
  app.patch<{ Params: { id: string } }>('/api/v2/deals/:id', async (request) => {
    world.requireGrant(request);
    const row = world.find('deal', Number(request.params.id));
    if (!row) throw refuse(404, 'NOT_FOUND', 'Deal not found');
    return ok({ id: world.update(row, z.object({ stage_id: z.number().int().min(1).max(3) }).parse(request.body)).id });
  });
  app.get('/api/v2/pipelines', async (request) => {
    world.requireGrant(request);
    return ok([{ id: 1, name: 'Sales' }]);
  });
  app.get('/api/v2/stages', async (request) => {
    world.requireGrant(request);
    return ok(
      ['Qualified', 'Contact made', 'Proposal made'].map((name, index) => ({
        id: index + 1,
        name,
        pipeline_id: 1,
      })),
    );
  });
}
