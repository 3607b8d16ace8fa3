import { API_TOPICS, referencePath, topicOf } from '@overture/contract/api-reference';
import type { Endpoint } from '@overture/contract/endpoint';
import { type ErrorCode, errorCatalogue } from '@overture/contract/errors';
import type { KeyAccess } from '@overture/domain/access/key-scopes';
import { z } from 'zod';
import { apiBase } from './bind.ts';

/** The pages of codes are linked once: links in the rows of each call are out of reach for the keyboard. */
const INTRODUCTION = `Every call of the product. Programs send an API key as \`Authorization: Bearer ovt_live_...\`, or in the header \`X-API-Key\`. Keys are made in *Settings, API*.

# Errors

Programs that call by key get the body of RFC 9457. Its \`type\` is the page of the code, which says what it means:
${Object.keys(errorCatalogue)
  .map((code) => `[\`${code}\`](/api/errors/${code})`)
  .join(', ')}.`;

const errorMembers = {
  error: { type: 'string', description: 'The text to show' },
  code: { type: 'string', enum: Object.keys(errorCatalogue) },
  values: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'What the text names, by which it can be said in another language',
  },
  details: { type: 'object', additionalProperties: { type: 'string' } },
  current: { type: 'object', description: "With changed_meanwhile: what is stored now, like the call's answer" },
};
const errorSchema = { type: 'object', required: ['error', 'code'], properties: errorMembers };
const problemSchema = {
  type: 'object',
  description: 'Error of a program that calls by key (RFC 9457)',
  required: ['type', 'title', 'status', 'instance', 'error', 'code'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Page of the code' },
    title: { type: 'string' },
    status: { type: 'integer' },
    instance: { type: 'string', description: 'This request, for questions about it' },
    'violated-policies': { type: 'array', items: { type: 'string' }, description: 'Limits of which nothing is left' },
    ...errorMembers,
  },
};

/** What the document says of each call besides the call itself. */
export interface ApiFacts {
  access: Record<string, KeyAccess>;
  idempotent: Partial<Record<string, 'required' | 'accepted'>>;
  /** Answers of the tests, by the name of the call. */
  examples: Record<string, unknown>;
}

/** OpenAPI 3.1 of the whole contract. `names` become operation ids; the title is given by who shows it. */
export function describeApi(
  endpoints: Record<string, Endpoint>,
  version: string,
  facts: ApiFacts,
): Record<string, unknown> & { info: Record<string, unknown> } {
  const paths: Record<string, Record<string, unknown>> = {};
  const failures = new Map<string, Failure>();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = apiBase + nameByPlace(referencePath(endpoint.path));
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeEndpoint(name, endpoint, facts, failures),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '',
      version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: Object.keys(API_TOPICS).map((name) => ({ name, description: `Calls about ${name.toLowerCase()}` })),
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key' },
        key_header: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key' },
        session: { type: 'apiKey', in: 'header', name: 'jwt', description: 'The session of a person' },
      },
      schemas: { Error: errorSchema, Problem: problemSchema },
      responses: Object.fromEntries([...failures.values()].map(({ name, response }) => [name, response])),
    },
    paths,
  };
}

/** Places of a path have one name in all paths: `{id}`, `{second_id}`. Else two paths differ by the name of a parameter alone. */
const PLACES = ['id', 'second_id', 'third_id'];
const nameByPlace = (path: string): string => {
  let place = 0;
  return path.replace(/\{\w+\}/g, () => `{${PLACES[place++] ?? `id_${place}`}}`);
};

function describeEndpoint(
  name: string,
  endpoint: Endpoint,
  facts: ApiFacts,
  failures: Map<string, Failure>,
): Record<string, unknown> {
  const access = facts.access[name] ?? 'never';
  const example = facts.examples[name];
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    description: describeAccess(access, facts.idempotent[name]),
    tags: [topicOf(endpoint.path)],
    ...(Array.isArray(endpoint.roles) ? { 'x-roles': endpoint.roles } : {}),
    security: describeSecurity(access),
    parameters: [
      ...pathParameters(endpoint),
      ...parameters('query', endpoint.query),
      ...idempotencyHeader(facts.idempotent[name]),
    ],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status]: {
        description: 'Done',
        content: {
          'application/json': {
            schema: jsonSchema(endpoint.ok, 'output'),
            ...(example === undefined ? {} : { example }),
          },
        },
      },
      ...describeFailures(endpoint, access, failures),
    },
  };
}

function describeAccess(access: KeyAccess, idempotency: 'required' | 'accepted' | undefined): string {
  if (access === 'public') return 'Needs neither key nor session.';
  if (access === 'never') return 'For people: not reachable by an API key.';
  const words = {
    required: ' Needs the header `Idempotency-Key`.',
    accepted: ' Accepts the header `Idempotency-Key`.',
  };
  return `Scope of the API key: \`${access}\`.${idempotency ? words[idempotency] : ''}`;
}

function describeSecurity(access: KeyAccess): unknown[] {
  if (access === 'public') return [];
  if (access === 'never') return [{ session: [] }];
  return [{ key: [access] }, { key_header: [access] }, { session: [] }];
}

const idempotencyHeader = (demand: 'required' | 'accepted' | undefined): unknown[] =>
  demand === undefined
    ? []
    : [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: `${demand === 'required' ? 'Required for API keys. ' : ''}A new text for each action, such as a UUID. A repeated request gets the stored answer for 24 hours.`,
          schema: { type: 'string', maxLength: 200 },
        },
      ];

/** Codes that every call of a kind can answer, besides those it names itself. */
const COMMON: readonly ErrorCode[] = ['validation_failed', 'bad_request', 'not_found', 'rate_limited'];
const OF_CALLERS: readonly ErrorCode[] = ['unauthenticated', 'forbidden', 'too_many_requests'];
const OF_KEYS: readonly ErrorCode[] = [
  ...(['api_key_malformed', 'api_key_unknown', 'api_key_revoked', 'api_key_expired'] as const),
  ...(['api_key_ip_refused', 'api_key_scope_missing'] as const),
];

/** A failure that calls share: most calls have the same ones, which would be a third of the document. */
interface Failure {
  name: string;
  response: unknown;
}

function describeFailures(
  endpoint: Endpoint,
  access: KeyAccess,
  failures: Map<string, Failure>,
): Record<string, unknown> {
  const codes = new Set<ErrorCode>([
    ...COMMON,
    ...(access === 'public' ? [] : OF_CALLERS),
    ...(access === 'public' || access === 'never' ? [] : OF_KEYS),
    ...(endpoint.needs_plan ? (['subscription_required'] as const) : []),
    ...endpoint.errors,
  ]);
  const byStatus = Map.groupBy([...codes].sort(), (code) => errorCatalogue[code].status);
  const refer = (status: number, list: readonly ErrorCode[]): unknown => {
    const name = `Failure${status}_${failures.size + 1}`;
    const failure = failures.get(list.join()) ?? { name, response: describeFailure(list) };
    failures.set(list.join(), failure);
    return { $ref: `#/components/responses/${failure.name}` };
  };
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, refer(status, list)]));
}

const describeFailure = (codes: readonly ErrorCode[]): unknown => ({
  description: codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].text}`).join('\n'),
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
});

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const options = { io, unrepresentable: 'any', target: 'draft-2020-12', override: nameRequired } as const;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options);
  return rest;
}

/** A record with a fixed set of names is an object with these properties: generators read no `propertyNames`. */
function nameRequired({ jsonSchema: one }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { required, properties, additionalProperties: entry } = one;
  if (!required || properties || typeof entry !== 'object') return;
  one.properties = Object.fromEntries(required.map((name) => [name, entry]));
  delete one.propertyNames;
  one.additionalProperties = false;
}

function pathParameters({ path, params }: Endpoint): unknown[] {
  const { properties = {} } = jsonSchema(params, 'input') as ObjectSchema;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.map((name, place) => ({
    name: PLACES[place] ?? `id_${place + 1}`,
    in: 'path',
    required: true,
    ...(name === 'id' ? {} : { description: name }),
    schema: properties[name] ?? { type: 'string' },
  }));
}

function parameters(where: 'query', schema: z.core.$ZodType): unknown[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property,
  }));
}

function requestBody(endpoint: Endpoint): Record<string, unknown> {
  if (endpoint.method === 'GET') return {};
  const schema = jsonSchema(endpoint.body, 'input') as ObjectSchema;
  if (endpoint.multipart) {
    const properties = { ...schema.properties, file_content: { type: 'string', format: 'binary' } };
    return {
      requestBody: { content: { 'multipart/form-data': { schema: { ...schema, type: 'object', properties } } } },
    };
  }
  if (Object.keys(schema.properties ?? {}).length === 0) return {};
  return { requestBody: { content: { 'application/json': { schema } } } };
}
