import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { apiBase } from '../kernel/http/bind.ts';
import { useTestServer } from '../testing/harness.ts';
import { digestOf, plantRows, tenantTables, unplanted } from '../testing/plant-rows.ts';

/**
 * Two organisations; every text and every row of the first carries a canary. The second calls every route with the first
 * one's ids in every place an id can stand: no canary may come back, and nothing of the first may change. `npm run prove` tries every
 * id at every call; here a call gets those of the tables its path speaks of, and a fourth of the others, each call another fourth.
 */
const canary = 'CANARY7f3a';
const server = useTestServer({ session_memory_in_ms: 60_000 });
const endpoints = Object.entries(api) as [string, Endpoint][];
let client: pg.Client;
let victim: Awaited<ReturnType<typeof server.signUp>>;
let intruder: Awaited<ReturnType<typeof server.signUp>>;
let ids: PlantedId[];
let before: Map<string, string>;

interface PlantedId {
  table: string;
  id: number;
}

beforeAll(async () => {
  client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  // Ids of two tables must never be mixed up by chance: every sequence starts far from every other.
  const sequences = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype`,
  );
  for (const [index, { name }] of sequences.rows.entries())
    await client.query(`alter sequence ${name} restart with ${(index + 1) * 1_000_000}`);
  victim = await server.signUp(`${canary} Victim`);
  intruder = await server.signUp('Mallory');
  await plantRows(client, victim.organization_id, victim.user_id, canary);
  ids = await idsOf(client, victim.organization_id);
  before = await digestOf(client, victim.organization_id);
}, 60_000);
afterAll(() => client.end());

describe('canary crawl', () => {
  test('rows were planted in nearly every tenant table', async () => {
    const planted = [...before].filter(([, digest]) => digest !== '').map(([table]) => table);
    const empty = [...before.keys()].filter((table) => !planted.includes(table));
    expect(empty.filter((table) => !unplanted.includes(table))).toEqual([]);
    expect(ids.length).toBeGreaterThan(10);
  });

  test('the first organisation itself sees them', async () => {
    expect(JSON.stringify((await victim.call(api.listSignatures)).data)).toContain(canary);
  });

  const crawled = endpoints
    .filter(([, endpoint]) => endpoint.path !== '/auth/logout/')
    .map(([name, endpoint], place) => [name, endpoint, place] as const);
  test.each(crawled)(
    '%s tells nothing of another organisation and changes nothing there',
    async (_, endpoint, place) => {
      const targets = targetsOf(endpoint, place);
      const query = jsonSchemaOf(endpoint.query);
      const body = endpoint.method === 'GET' || endpoint.multipart ? null : jsonSchemaOf(endpoint.body);
      for (const { id } of targets) {
        const answer = await server.program.app.inject({
          method: endpoint.method,
          url: apiBase + endpoint.path.replace(/\{\w+\}/g, String(id)),
          query: queryOf(query, id),
          headers: { jwt: intruder.token as string },
          ...(body === null ? {} : { payload: sampleOf(body, id) as object }),
        });
        // What needs a vendor says so; nothing else may fail on our side.
        if (!answer.body.includes('"code":"not_configured"')) expect(answer.statusCode, answer.body).toBeLessThan(500);
        if (endpoint.path.includes('{') && endpoint.method === 'GET')
          expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
        expect(answer.body).not.toContain(canary);
      }
    },
  );

  test('nothing of the first organisation has changed', async () => {
    const after = await digestOf(client, victim.organization_id);
    expect([...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)).toEqual([]);
  });
});

async function idsOf(db: pg.Client, organizationId: number): Promise<PlantedId[]> {
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

function targetsOf({ path }: Endpoint, place: number): PlantedId[] {
  if (!path.includes('{')) return [ids[0], ids.at(-1)] as PlantedId[];
  if (inject('is_proving')) return ids;
  const wordsOf = (name: string): string[] => name.toLowerCase().match(/[a-z]+(?<!s)/g) ?? [];
  const spoken = new Set(wordsOf(path));
  return ids.filter(({ table }, at) => (at + place) % 4 === 0 || wordsOf(table).some((word) => spoken.has(word)));
}

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

function queryOf({ properties = {} }: JsonSchema, id: number): Record<string, string> {
  const entries = Object.keys(properties).map((key) => [
    key,
    ['page', 'limit'].includes(key)
      ? '1'
      : /filters|sort|date|status|search|query|domain|email|direction|only|awaiting|flagged|deleted/.test(key)
        ? ''
        : String(id),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
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
function sampleOf(schema: JsonSchema, id: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return sampleOf(choice[0] as JsonSchema, id);
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, id)]),
    );
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, id)];
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.min(Math.max(id, schema.minimum ?? id), schema.maximum ?? id);
  if (schema.type === 'boolean') return true;
  return 'x@y.example';
}
