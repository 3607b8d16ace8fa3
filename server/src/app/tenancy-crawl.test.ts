import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { apiBase } from '../kernel/http/bind.ts';
import { useTestServer } from '../testing/harness.ts';

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

interface Column {
  table: string;
  column: string;
  type: string;
  has_default: boolean;
  is_nullable: boolean;
  references: string | null;
  /** A word a check constraint accepts, where the column is an enumeration. */
  word: string | null;
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
  await plantRows(client, victim.organization_id, victim.user_id);
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

/** Tables whose rows only their own machinery can make sensible; their policies are proven in schema.test.ts. */
const unplanted = ['outbox_events', 'live_messages', 'live_sequences', 'live_tickets', 'one_time_codes'];

/** One row in every tenant table of the organisation, parents first, every free text a canary. */
async function plantRows(db: pg.Client, organizationId: number, userId: number): Promise<void> {
  const tables = await tenantTables(db);
  const columns = await db.query<Column>(columnsQuery);
  // The table of the month the rows below stand in.
  await db.query(`select open_event_months('2026-11-20', '2026-11-20')`);
  await db.query('set session_replication_role = replica');
  const made = new Map<string, number>([
    ['organizations', organizationId],
    ['users', userId],
  ]);
  let waiting = tables.filter((table) => !['organizations', 'users', 'sessions', ...unplanted].includes(table));
  for (let round = 0; round < 6 && waiting.length > 0; round += 1) {
    const refused: string[] = [];
    for (const table of waiting) {
      const id = await plantRow(
        db,
        table,
        columns.rows.filter((column) => column.table === table),
        made,
        organizationId,
      );
      if (id === null) refused.push(table);
      else made.set(table, id);
    }
    waiting = refused;
  }
  await db.query('set session_replication_role = origin');
}

async function plantRow(
  db: pg.Client,
  table: string,
  columns: Column[],
  made: Map<string, number>,
  organizationId: number,
): Promise<number | null> {
  const wanted = columns.filter(
    (column) =>
      column.column === 'organization_id' ||
      column.references !== null ||
      isText(column) ||
      (!column.is_nullable && !column.has_default),
  );
  const values = wanted.map((column) => valueFor(column, made, organizationId));
  for (const attempt of [
    values,
    values.map((value, index) =>
      wanted[index]?.is_nullable && wanted[index]?.column !== 'organization_id' ? null : value,
    ),
  ]) {
    try {
      const row = await db.query(
        `insert into ${table} (${wanted.map((column) => column.column).join(', ')}) values (${attempt.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
        attempt,
      );
      return Number(row.rows[0].id ?? 0);
    } catch (error) {
      if (process.env.TEST_LOG) process.stderr.write(`${table}: ${error}\n`);
    }
  }
  return null;
}

const isText = (column: Column): boolean => /^(text|citext)$/.test(column.type) && !isMachinery.test(column.column);

/** Text that only the program writes: a canary in it would say nothing. */
const isMachinery = /_key$|token|timezone|language/;

function valueFor(column: Column, made: Map<string, number>, organizationId: number): unknown {
  if (column.column === 'organization_id') return organizationId;
  // A budget's scope is checked by a pattern, which names no word to plant.
  if (column.table === 'sending_days' && column.column === 'scope') return 'account';
  if (column.references) return made.get(column.references) ?? null;
  // Before numbers: `bigint[]` is none.
  if (/\[\]$/.test(column.type)) return [];
  if (/int|numeric|double|real/.test(column.type)) return 1;
  if (column.type === 'boolean') return false;
  if (column.type === 'bytea') return Buffer.from(canary);
  if (/json/.test(column.type)) return '{}';
  if (/timestamp/.test(column.type)) return new Date('2026-11-20T10:00:00Z');
  if (column.type === 'date') return '2026-11-20';
  if (column.type === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return column.word ?? canary;
}

const columnsQuery = `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    (d.adbin is not null or a.attidentity <> '' or a.attgenerated <> '') as has_default, not a.attnotnull as is_nullable,
    (select f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]) as references,
    (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::text') from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as word
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

async function tenantTables(db: pg.Client): Promise<string[]> {
  const rows = await db.query<{
    name: string;
  }>(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p') and not c.relispartition and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') order by c.oid`);
  return rows.rows.map((row) => row.name);
}

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

/** A digest of all rows of the organisation, a table each; sessions move with every request. */
async function digestOf(db: pg.Client, organizationId: number): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const table of await tenantTables(db)) {
    if (table === 'sessions') continue;
    const rows = await db.query<{ digest: string | null }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as digest from ${table} t where organization_id = $1`,
      [organizationId],
    );
    digests.set(table, rows.rows[0]?.digest ?? '');
  }
  return digests;
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
