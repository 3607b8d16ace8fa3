import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { IDEMPOTENT_CALLS } from '@overture/contract/idempotent-calls';
import type { McpTool } from '@overture/contract/mcp/mcp-tool';
import { z } from 'zod';
import { DROPPED_FIELDS } from './tool-result.rules.ts';

export type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

/** `body.name` is the field `name` of the body. */
export function splitPlace(place: string): [where: 'params' | 'query' | 'body', field: string] {
  const dot = place.indexOf('.');
  return [place.slice(0, dot) as 'params', place.slice(dot + 1)];
}

const toEndpoint = (tool: McpTool): Endpoint => api[tool.call] as unknown as Endpoint;

/** The schema of a field of the call; undefined where there is none. */
export function findField(endpoint: Endpoint, place: string): z.ZodType | undefined {
  const [where, field] = splitPlace(place);
  return (endpoint[where] as unknown as { shape?: Record<string, z.ZodType> }).shape?.[field];
}

const idempotencyKey = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .describe('A value of your own for this action. A repeated call with it has no further effect.');
const page = z.number().int().min(1).max(10_000);

/** What a tool takes, made of the fields of its call. An argument that is not known is an error. */
export function createInputSchema(tool: McpTool): z.ZodObject {
  const endpoint = toEndpoint(tool);
  const fields = Object.entries(tool.takes).map(([name, [place, about, need]]) => {
    const field = findField(endpoint, place);
    if (!field) throw new Error(`${tool.name}: ${tool.call} has no ${place}`);
    const needed = need === 'required' ? field.refine((value) => value !== null && value !== undefined) : field;
    return [name, needed.describe(about), need] as const;
  });
  const shape = Object.fromEntries(fields.map(([name, field]) => [name, field]));
  const once = IDEMPOTENT_CALLS[tool.call] ? { idempotency_key: idempotencyKey.optional() } : {};
  const paged = tool.pages ? { page: page.describe(`Page, from 1; 25 rows each`).optional() } : {};
  return z.strictObject({ ...shape, ...paged, ...once });
}

/** The same for clients. Fields that the tool needs although the call does not are required here. */
export function describeInput(tool: McpTool): JsonSchema {
  const schema = toJsonSchema(createInputSchema(tool), 'input');
  const needed = Object.entries(tool.takes).flatMap(([name, [, , need]]) => (need ? [name] : []));
  return { ...schema, type: 'object', required: [...new Set([...(schema.required ?? []), ...needed])] };
}

/** What a tool answers: the answer of its call without the fields that are dropped, text by others marked. */
export function describeOutput(tool: McpTool): JsonSchema {
  const answer = toJsonSchema(toEndpoint(tool).ok as z.core.$ZodType, 'output');
  return {
    type: 'object',
    properties: {
      data: mark(tool.untrusted ?? {}, pick(answer, tool.keeps)),
      notes: { type: 'array', items: { type: 'string' }, description: 'What was left out' },
    },
    required: ['data', 'notes'],
    additionalProperties: false,
  };
}

function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return json as JsonSchema;
}

function pick(schema: JsonSchema, keeps: readonly string[] | undefined): JsonSchema {
  if (!keeps) return schema;
  const heads = new Map<string, string[]>();
  for (const path of keeps) {
    const [head = '', ...rest] = path.split('.');
    heads.set(head, [...(heads.get(head) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
  }
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const rest = heads.get(name);
    return rest ? [[name, rest.length > 0 ? pick(field, rest) : field] as const] : [];
  });
  const required = schema.required?.filter((name) => heads.has(name));
  return { ...schema, properties: Object.fromEntries(properties), ...(required ? { required } : {}) };
}

type Untrusted = NonNullable<McpTool['untrusted']>;

function mark(untrusted: Untrusted, schema: JsonSchema): JsonSchema {
  const marked: JsonSchema = { ...schema };
  if (schema.items && typeof schema.items === 'object') marked.items = mark(untrusted, schema.items);
  for (const union of ['anyOf', 'oneOf'] as const) {
    if (schema[union]) marked[union] = schema[union].map((one) => mark(untrusted, one));
  }
  if (schema.properties) {
    const kept = Object.entries(schema.properties).filter(([name]) => !DROPPED_FIELDS.has(name));
    marked.properties = Object.fromEntries(kept.map(([name, field]) => [name, markField(untrusted, name, field)]));
    if (schema.required) marked.required = schema.required.filter((name) => !DROPPED_FIELDS.has(name));
  }
  return marked;
}

function markField(untrusted: Untrusted, name: string, field: JsonSchema): JsonSchema {
  const source = untrusted[name];
  if (source === undefined) return mark(untrusted, field);
  const wrapped: JsonSchema = {
    type: 'object',
    properties: { source: { type: 'string', const: source }, untrusted: mark({}, field) },
    required: ['source', 'untrusted'],
  };
  return { anyOf: [wrapped, { type: 'null' }] };
}
