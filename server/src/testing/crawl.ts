import type { Endpoint } from '@overture/contract/endpoint';
import type pg from 'pg';
import { z } from 'zod';
import { apiBase } from '../kernel/http/bind.ts';
import type { TestServer } from './harness.ts';
import { tenantTables } from './plant-rows.ts';

export interface PlantedId {
  table: string;
  id: number;
}

/** Ids of two tables must never be mixed up by chance: every sequence starts far from every other. */
export async function spreadSequences(db: pg.ClientBase): Promise<void> {
  const sequences = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype`,
  );
  for (const [index, { name }] of sequences.rows.entries())
    await db.query(`alter sequence ${name} restart with ${(index + 1) * 1_000_000}`);
}

export async function listIds(db: pg.ClientBase, organizationId: number): Promise<PlantedId[]> {
  const found = new Map<number, PlantedId>();
  for (const table of await tenantTables(db)) {
    const rows = await db.query(`select * from ${table} where organization_id = $1 limit 3`, [organizationId]);
    for (const row of rows.rows) {
      const id = Number(row.id ?? Number.NaN);
      if (Number.isSafeInteger(id)) found.set(id, { table, id });
    }
  }
  return [...found.values()];
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[a-z]+(?<!s)/g) ?? [];

/** Ids of the tables that a call's path speaks of, and the others. */
export function partIds({ path }: Endpoint, ids: readonly PlantedId[]): { spoken: PlantedId[]; others: PlantedId[] } {
  const words = new Set(wordsOf(path));
  const isSpoken = ({ table }: PlantedId): boolean => wordsOf(table).some((word) => words.has(word));
  return { spoken: ids.filter(isSpoken), others: ids.filter((one) => !isSpoken(one)) };
}

/** Sends an id in every place of an id. */
export async function callWith(
  server: TestServer,
  endpoint: Endpoint,
  id: number,
  token: string | null,
): Promise<{ status: number; body: string }> {
  const hasBody = endpoint.method !== 'GET' && !endpoint.multipart;
  const answer = await server.program.app.inject({
    method: endpoint.method,
    url: apiBase + endpoint.path.replace(/\{\w+\}/g, String(id)),
    query: buildQuery(toSchema(endpoint.query), id),
    headers: token === null ? {} : { jwt: token },
    ...(hasBody ? { payload: makeSample(toSchema(endpoint.body), id) as object } : {}),
  });
  return { status: answer.statusCode, body: answer.body };
}

const schemas = new WeakMap<z.core.$ZodType, JsonSchema>();

function toSchema(schema: z.core.$ZodType): JsonSchema {
  const known = schemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  schemas.set(schema, known);
  return known;
}

/** Required bodies without ids are left out: the call reaches the ids. */
const WORDED = /filters|sort|date|status|search|query|domain|email|direction|only|awaiting|flagged|deleted|month|days/;

function buildQuery({ properties = {} }: JsonSchema, id: number): Record<string, string> {
  const entries = Object.keys(properties)
    .filter((key) => !WORDED.test(key))
    .map((key) => [key, ['page', 'limit'].includes(key) ? '1' : String(id)]);
  return Object.fromEntries(entries);
}

type JsonSchema = {
  type?: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
};

/** A body in the shape of a schema with the id in every number an id fits in. */
function makeSample(schema: JsonSchema, id: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return makeSample(choice[0] as JsonSchema, id);
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, makeSample(value, id)]),
    );
  if (schema.type === 'array') return [makeSample(schema.items ?? {}, id)];
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.min(Math.max(id, schema.minimum ?? id), schema.maximum ?? id);
  if (schema.type === 'boolean') return true;
  return 'x@y.example';
}
