import { cutText } from '@overture/domain/text/text-bounds';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CrmProblem, type CrmRow, type CrmVendor, type CrmWorld } from './crm-world.ts';
import { HUBSPOT_CALLS } from './schema/hubspot.calls.ts';

const text = (name: string, label: string, type = 'string') => ({ name, label, type, is_custom: false });

export const HUBSPOT: CrmVendor = {
  label: 'HubSpot',
  prefix: '/hubspot',
  rotates: false,
  paths: { authorize: '/oauth/authorize', token: '/oauth/2026-03/token', revoke: '/oauth/2026-03/token/revoke' },
  calls: HUBSPOT_CALLS,
  refusals: {
    unknown_call: { status: 404, code: 'OBJECT_NOT_FOUND' },
    missing_scope: { status: 403, code: 'MISSING_SCOPES' },
    invalid: { status: 400, code: 'VALIDATION_ERROR' },
  },
  limits: { requests: 110, window_in_ms: 10_000, per_day: 250_000 },
  fields: [
    text('firstname', 'First name'),
    text('lastname', 'Last name'),
    { ...text('email', 'Email'), is_unique: true },
    text('hs_additional_emails', 'Additional email addresses'),
    text('phone', 'Phone number', 'phone_number'),
    text('jobtitle', 'Job title'),
    text('company', 'Company name'),
    text('website', 'Website URL'),
    text('city', 'City'),
    text('hs_linkedin_url', 'LinkedIn URL'),
    {
      ...text('industry_group', 'Industry group', 'enumeration'),
      options: ['SOFTWARE', 'RETAIL', 'FINANCE'].map((id) => ({ id, label: id })),
    },
    text('employees', 'Employees', 'number'),
    {
      ...text('lifecyclestage', 'Lifecycle stage', 'enumeration'),
      options: ['lead', 'opportunity', 'customer'].map((id) => ({ id, label: id })),
    },
    text('hs_email_optout', 'Unsubscribed from all email', 'bool'),
    text('hubspot_owner_id', 'Contact owner'),
    text('lastmodifieddate', 'Last modified', 'datetime'),
  ],
  problem: (_status, category, message) => ({ status: 'error', message, category, correlationId: 'sandbox' }),
  isApiCall: (path) => !path.startsWith('/oauth') && !path.startsWith('/__control'),
};
const READ_ONLY = ['lastmodifieddate', 'hs_email_optout', 'hs_additional_emails'];

type Properties = Record<string, string | null>;
const properties = z.record(z.string(), z.string().nullable());
const batch = z.object({
  idProperty: z.string().optional(),
  properties: z.array(z.string()).default([]),
  inputs: z
    .array(
      z.object({
        id: z.string().optional(),
        idProperty: z.string().optional(),
        properties: properties.optional(),
        objectWriteTraceId: z.string().optional(),
      }),
    )
    .min(1)
    .max(100),
});
type Input = z.output<typeof batch>['inputs'][number];

const refuse = (status: number, category: string, message: string) =>
  new CrmProblem(status, HUBSPOT.problem(status, category, message));

export function registerHubspotRoutes(app: FastifyInstance, world: CrmWorld): void {
  registerProperties(app, world);
  registerContacts(app, world);
  registerWork(app, world);
}

function registerProperties(app: FastifyInstance, world: CrmWorld): void {
  const path = '/crm/properties/2026-03/contacts';
  const present = (field: CrmWorld['state']['fields'][number]) => ({
    name: field.name,
    label: field.label,
    type: field.type,
    fieldType: field.type === 'enumeration' ? 'select' : 'text',
    hidden: field.name === 'overture_id',
    calculated: false,
    modificationMetadata: { readOnlyValue: READ_ONLY.includes(field.name) },
    options: (field.options ?? []).map(({ id, label }) => ({ label, value: id, hidden: false })),
  });
  app.get('/account-info/2026-03/details', async (request) => {
    world.requireGrant(request);
    return { portalId: 4711, uiDomain: 'app.hubspot.com' };
  });
  app.get(path, async (request) => {
    world.requireGrant(request);
    return { results: world.state.fields.map(present) };
  });
  app.get<{ Params: { name: string } }>(`${path}/:name`, async (request) => {
    world.requireGrant(request);
    const field = world.field(request.params.name);
    if (field === undefined) throw refuse(404, 'OBJECT_NOT_FOUND', 'No such property.');
    return present(field);
  });
  app.post(path, async (request, reply) => {
    const grant = world.requireGrant(request);
    if (!grant.scope.includes('crm.schemas.contacts.write')) throw refuse(403, 'MISSING_SCOPES', 'A scope is missing.');
    const body = z
      .object({ name: z.string(), label: z.string(), hasUniqueValue: z.boolean().optional() })
      .parse(request.body);
    if (world.field(body.name)) throw refuse(409, 'CONFLICT', 'The property exists.');
    const field = { ...text(body.name, body.label), is_custom: true, is_unique: body.hasUniqueValue === true };
    world.state.fields = [...world.state.fields, field];
    world.save();
    return reply.code(201).send(present(field));
  });
}

const present = (row: CrmRow) => ({
  id: String(row.id),
  properties: { ...(row.fields as Properties), lastmodifieddate: new Date(row.updated_at).toISOString() },
  url: `https://app.hubspot.com/contacts/4711/record/0-1/${row.id}`,
});

/** The whole batch is refused for one bad value, as the vendor does. */
function checkValues(world: CrmWorld, given: Properties): void {
  for (const [name, value] of Object.entries(given)) {
    const field = world.field(name);
    if (field === undefined)
      throw refuse(
        400,
        'VALIDATION_ERROR',
        `Property values were not valid: [{"isValid":false,"message":"Property \\"${name}\\" does not exist","error":"PROPERTY_DOESNT_EXIST","name":"${name}"}]`,
      );
    const isBad =
      (field.options && value && !field.options.some(({ id }) => id === value)) ||
      (field.type === 'number' && value && Number.isNaN(Number(value))) ||
      (name === 'email' && value && !/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(value));
    if (isBad)
      throw refuse(
        400,
        'VALIDATION_ERROR',
        `Property values were not valid: "${cutText(value, 100)}" is no value of ${name}`,
      );
  }
}

type Failed = { status: 'error'; category: string; message: string; context: Record<string, string[]> };
const conflict = (input: Input, row: CrmRow): Failed => ({
  status: 'error',
  category: 'CONFLICT',
  message: `Contact already exists. Existing ID: ${row.id}`,
  context: { objectWriteTraceId: [input.objectWriteTraceId ?? ''], id: [input.id ?? ''] },
});

/** Whose further address each is: it belongs to that contact alone, though no search by `email` finds it. */
function furtherAddresses(world: CrmWorld): Map<string, CrmRow> {
  return new Map(
    world.list('contact').flatMap((row) =>
      String((row.fields as Properties).hs_additional_emails ?? '')
        .split(';')
        .map((email) => [email, row]),
    ),
  );
}

function writeOne(world: CrmWorld, verb: string, input: Input, further: ReadonlyMap<string, CrmRow>): CrmRow | Failed {
  const values = input.properties ?? {};
  const holder = values.email
    ? (world.lookUp('contact', 'email', values.email) ?? further.get(values.email.toLowerCase()))
    : undefined;
  const row =
    verb === 'update'
      ? world.find('contact', Number(input.id))
      : verb === 'upsert'
        ? world.lookUp('contact', input.idProperty ?? 'email', input.id ?? '')
        : undefined;
  if (verb === 'update' && row === undefined)
    return {
      status: 'error',
      category: 'OBJECT_NOT_FOUND',
      message: 'Could not find the contact.',
      context: { ids: [input.id ?? ''] },
    };
  if (holder !== undefined && holder !== row) return conflict(input, holder);
  return row === undefined ? world.insert('contact', { ...values }) : world.update(row, values);
}

function registerContacts(app: FastifyInstance, world: CrmWorld): void {
  const path = '/crm/objects/2026-03/contacts';
  app.post(`${path}/batch/read`, async (request, reply) => {
    world.requireGrant(request);
    const body = batch.parse(request.body);
    if (body.idProperty && !world.field(body.idProperty)?.is_unique)
      throw refuse(400, 'VALIDATION_ERROR', 'This property is not unique.');
    const rows = body.inputs.map(({ id = '' }) =>
      body.idProperty ? world.lookUp('contact', body.idProperty, id) : world.find('contact', Number(id)),
    );
    const found = rows.filter((row) => row !== undefined);
    const missing = found.length < rows.length;
    const errors = missing
      ? [{ status: 'error', category: 'OBJECT_NOT_FOUND', message: 'Could not get some contacts.', context: {} }]
      : [];
    return reply.code(missing ? 207 : 200).send({ status: 'COMPLETE', results: found.map(present), errors });
  });
  for (const verb of ['create', 'update', 'upsert']) {
    app.post(`${path}/batch/${verb}`, async (request, reply) => {
      world.requireGrant(request);
      const { inputs } = batch.parse(request.body);
      for (const input of inputs) checkValues(world, input.properties ?? {});
      const further = furtherAddresses(world);
      const outcomes = inputs.map((input) => writeOne(world, verb, input, further));
      const results = outcomes.filter((one): one is CrmRow => 'kind' in one);
      const errors = outcomes.filter((one): one is Failed => !('kind' in one));
      return reply
        .code(errors.length > 0 ? 207 : 200)
        .send({ status: 'COMPLETE', results: results.map(present), errors });
    });
  }
  app.post('/crm/v3/objects/contacts/gdpr-delete', async (request, reply) => {
    world.requireGrant(request);
    const { objectId } = z.object({ objectId: z.string() }).parse(request.body);
    const row = world.find('contact', Number(objectId));
    if (row === undefined) throw refuse(404, 'OBJECT_NOT_FOUND', 'This contact does not exist.');
    world.remove(row);
    return reply.code(204).send();
  });
  app.post(`${path}/search`, async (request) => {
    world.requireGrant(request);
    const body = z
      .object({
        filterGroups: z.array(
          z.object({
            filters: z.array(
              z.object({
                propertyName: z.string(),
                operator: z.string(),
                value: z.string().optional(),
                values: z.array(z.string()).optional(),
              }),
            ),
          }),
        ),
        limit: z.number().int().max(200).default(10),
        after: z.string().optional(),
      })
      .parse(request.body);
    const filter = body.filterGroups[0]?.filters[0];
    const all =
      filter?.operator === 'IN'
        ? // Texts are compared in lower case with the values as they are given.
          (filter.values ?? [])
            .filter((value) => value === value.toLowerCase())
            .flatMap((value) => world.search('contact', filter.propertyName, value))
        : world
            .list('contact')
            .filter((row) => row.updated_at >= Number(filter?.value ?? 0))
            .sort((a, b) => a.updated_at - b.updated_at);
    const from = Number(body.after ?? 0);
    const end = from + body.limit;
    return {
      total: all.length,
      results: all.slice(from, end).map(present),
      ...(end < all.length ? { paging: { next: { after: String(end) } } } : {}),
    };
  });
}

function registerWork(app: FastifyInstance, world: CrmWorld): void {
  const base = '/crm/objects/2026-03';
  for (const kind of ['notes', 'deals']) {
    app.get<{ Params: { id: string } }>(`${base}/contacts/:id/associations/${kind}`, async (request) => {
      world.requireGrant(request);
      const { after, limit } = z
        .object({ after: z.coerce.number().default(0), limit: z.coerce.number() })
        .parse(request.query);
      const mine = world.list(kind).filter((row) => row.fields.contact_id === request.params.id);
      const end = after + limit;
      return {
        results: mine.slice(after, end).map((row) => ({ toObjectId: row.id, associationTypes: [] })),
        ...(end < mine.length && { paging: { next: { after: String(end) } } }),
      };
    });
    app.post(`${base}/${kind}/batch/read`, async (request) => {
      world.requireGrant(request);
      const { inputs } = batch.parse(request.body);
      const rows = inputs.flatMap(({ id }) => world.find(kind, Number(id)) ?? []);
      return { results: rows.map((row) => ({ id: String(row.id), properties: row.fields.properties })) };
    });
    app.post(`${base}/${kind}`, async (request, reply) => {
      world.requireGrant(request);
      const body = z
        .object({ properties, associations: z.array(z.object({ to: z.object({ id: z.string() }) })).min(1) })
        .parse(request.body);
      const contact = world.find('contact', Number(body.associations[0]?.to.id));
      if (contact === undefined) throw refuse(404, 'OBJECT_NOT_FOUND', 'The contact does not exist.');
      if (kind === 'deals') world.update(contact, { lifecyclestage: 'opportunity' });
      const row = world.insert(kind, { contact_id: String(contact.id), properties: body.properties });
      return reply.code(201).send({ id: String(row.id), properties: body.properties });
    });
  }
  app.patch<{ Params: { id: string } }>(`${base}/deals/:id`, async (request) => {
    world.requireGrant(request);
    const row = world.find('deals', Number(request.params.id));
    if (row === undefined) throw refuse(404, 'OBJECT_NOT_FOUND', 'The deal does not exist.');
    const given = z.object({ properties }).parse(request.body);
    if (!/^stage[123]$/.test(given.properties.dealstage ?? 'stage1'))
      throw refuse(400, 'VALIDATION_ERROR', 'This stage is none of the pipeline.');
    world.update(row, { properties: { ...(row.fields.properties as Properties), ...given.properties } });
    return { id: String(row.id), properties: row.fields.properties };
  });
  app.get('/crm/pipelines/2026-03/deals', async (request) => {
    world.requireGrant(request);
    const stages = ['Appointment scheduled', 'Qualified', 'Closed won'].map((label, index) => ({
      id: `stage${index + 1}`,
      label,
    }));
    return { results: [{ id: 'default', label: 'Sales pipeline', stages }] };
  });
  app.get('/crm/owners/2026-03', async (request) => {
    const grant = world.requireGrant(request);
    const { email } = z.object({ email: z.string().optional() }).parse(request.query);
    return {
      results:
        email === undefined || email === grant.email
          ? [{ id: '77', email: grant.email, firstName: 'Ann', lastName: 'Sample' }]
          : [],
    };
  });
  app.post<{ Params: { email: string } }>(
    '/communication-preferences/2026-03/statuses/:email/unsubscribe-all',
    async (request) => {
      world.requireGrant(request);
      const row = world.lookUp('contact', 'email', decodeURIComponent(request.params.email));
      if (row !== undefined) world.update(row, { hs_email_optout: 'true' });
      return {};
    },
  );
}
