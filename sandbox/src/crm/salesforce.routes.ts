import { cutText } from '@overture/domain/text/text-bounds';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type CrmFieldDefinition, CrmProblem, type CrmWorld } from './crm-world.ts';
import { numberOf, SALESFORCE, salesforceId } from './salesforce-account.ts';
import { runQuery } from './soql.ts';

const DATA = '/services/data/v66.0';
const recordSchema = z.looseObject({ attributes: z.object({ type: z.string() }), Id: z.string().optional() });
const collection = z.object({ allOrNone: z.boolean(), records: z.array(recordSchema).min(1).max(200) });
type Record_ = z.output<typeof recordSchema>;
type Failure = { statusCode: string; message: string; fields: string[] };

export function registerSalesforceRoutes(app: FastifyInstance, world: CrmWorld): void {
  app.get(`${DATA}/sobjects/Lead/describe`, async (request) => {
    world.requireGrant(request);
    return { fields: world.state.fields.map(describe) };
  });
  app.get(`${DATA}/query`, async (request) => {
    const grant = world.requireGrant(request);
    const { q } = z.object({ q: z.string().max(20_000) }).parse(request.query);
    return runQuery(world, q, grant.email);
  });
  app.get<{ Params: { locator: string } }>(`${DATA}/query/:locator`, async (request) => {
    const grant = world.requireGrant(request);
    const [query = '', from = '0'] = Buffer.from(request.params.locator, 'base64url').toString().split('|');
    return runQuery(world, query, grant.email, Number(from));
  });
  app.post(`${DATA}/composite/sobjects`, async (request) => {
    world.requireGrant(request);
    return collection.parse(request.body).records.map((record) => addLead(world, record));
  });
  app.patch(`${DATA}/composite/sobjects`, async (request) => {
    world.requireGrant(request);
    return collection.parse(request.body).records.map((record) => changeLead(world, record));
  });
  app.patch<{ Params: { field: string } }>(`${DATA}/composite/sobjects/Lead/:field`, async (request) => {
    world.requireGrant(request);
    const known = world.field(request.params.field);
    if (!known?.is_unique)
      throw new CrmProblem(400, SALESFORCE.problem(400, 'INVALID_FIELD', 'No external id of that name.'));
    return collection.parse(request.body).records.map((record) => {
      const row = world.lookUp('Lead', known.name, String(record[known.name] ?? ''));
      return row ? changeLead(world, { ...record, Id: salesforceId(row) }) : addLead(world, record);
    });
  });
  app.delete<{ Params: { id: string } }>(`${DATA}/sobjects/Lead/:id`, async (request, reply) => {
    world.requireGrant(request);
    const row = world.find('Lead', numberOf(request.params.id));
    if (row === undefined) throw new CrmProblem(404, SALESFORCE.problem(404, 'NOT_FOUND', 'No such lead.'));
    world.remove(row);
    return reply.code(204).send();
  });
  app.post(`${DATA}/sobjects/Task`, async (request, reply) => {
    world.requireGrant(request);
    const body = z
      .object({ Subject: z.string().max(255), WhoId: z.string() })
      .loose()
      .parse(request.body);
    if (!world.find('Lead', numberOf(body.WhoId)))
      throw new CrmProblem(400, SALESFORCE.problem(400, 'INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id'));
    return reply.code(201).send({ id: salesforceId(world.insert('Task', body)), success: true, errors: [] });
  });
}

function describe({ name, label, type, is_required, is_unique, max_length, options: values }: CrmFieldDefinition) {
  return {
    name,
    label,
    type: type === 'restricted' ? 'picklist' : type,
    nillable: is_required !== true,
    defaultedOnCreate: false,
    createable: true,
    updateable: true,
    externalId: is_unique === true,
    length: max_length ?? 0,
    restrictedPicklist: type === 'restricted',
    picklistValues: (values ?? []).map(({ id, label: words }) => ({ value: id, label: words, active: true })),
  };
}

const failed = (...errors: (Failure & Record<string, unknown>)[]) => ({ success: false, errors });

function findFailure(world: CrmWorld, record: Record_): Failure | null {
  for (const [name, value] of Object.entries(record)) {
    if (name === 'attributes' || name === 'Id') continue;
    const known = world.field(name);
    if (known === undefined)
      return { statusCode: 'INVALID_FIELD', message: `No such column '${name}' on entity 'Lead'`, fields: [name] };
    const length = String(value ?? '').length;
    if (known.max_length && length > known.max_length)
      return {
        statusCode: 'STRING_TOO_LONG',
        message: `${known.label}: data value too large: ${cutText(String(value), 40)} (max length=${known.max_length})`,
        fields: [name],
      };
    if (known.type === 'restricted' && value && !known.options?.some(({ id }) => id === value))
      return {
        statusCode: 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
        message: `bad value for restricted picklist field: ${cutText(String(value), 40)}`,
        fields: [name],
      };
  }
  return null;
}

function addLead(world: CrmWorld, { attributes: _attributes, ...fields }: Record_) {
  const failure = findFailure(world, fields as Record_);
  if (failure) return failed(failure);
  const missing = world.state.fields
    .filter(({ is_required, name }) => is_required && !fields[name])
    .map(({ name }) => name);
  if (missing.length > 0)
    return failed({
      statusCode: 'REQUIRED_FIELD_MISSING',
      message: `Required fields are missing: [${missing.join(', ')}]`,
      fields: missing,
    });
  const duplicate =
    typeof fields.Email === 'string' && fields.Email !== '' ? world.lookUp('Lead', 'Email', fields.Email) : undefined;
  if (duplicate) {
    const record = { attributes: { type: 'Lead' }, Id: salesforceId(duplicate) };
    const duplicateResult = { allowSave: false, matchResults: [{ matchRecords: [{ record }] }] };
    return failed({
      statusCode: 'DUPLICATES_DETECTED',
      message: 'Use one of these records?',
      fields: [],
      duplicateResult,
    });
  }
  const row = world.insert('Lead', { Status: 'Open - Not Contacted', IsConverted: false, ...fields });
  return { id: salesforceId(row), success: true, created: true, errors: [] };
}

function changeLead(world: CrmWorld, { attributes: _attributes, Id, ...fields }: Record_) {
  const row = world.find('Lead', numberOf(Id ?? ''));
  if (!row) return failed({ statusCode: 'ENTITY_IS_DELETED', message: 'entity is deleted', fields: [] });
  const failure = findFailure(world, fields as unknown as Record_);
  if (failure) return failed(failure);
  world.update(row, fields);
  return { id: salesforceId(row), success: true, created: false, errors: [] };
}
