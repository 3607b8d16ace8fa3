import { NODE_TYPES } from '@overture/domain/flow/step-types';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { listKindsWithoutColumn, migrate } from './migrate.ts';

const log = pino({ level: 'fatal' });
const TABLES = ['organization_days', 'account_days'] as const;
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase({ is_empty: true });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await migrate(database.connectionString, log);
  await client.query(`
    insert into organizations (name) values ('Acme'), ('Umbrella');
    insert into campaigns (organization_id, name, status) select organization_id, name, 'PAUSED' from organizations`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  await client.query('begin');
  return async () => void (await client.query('rollback'));
});

const rowsOf = async (text: string) => (await client.query(text)).rows;

test('each kind has a column of both tables, and asking again changes nothing', async () => {
  const columns = async () =>
    rowsOf(`select c.relname as name, array_agg(attname::text order by attnum) as columns from pg_attribute a
      join pg_class c on c.oid = attrelid where c.relname = any('{${TABLES}}') and attnum > 0 group by 1 order by 1`);
  expect(await listKindsWithoutColumn(client)).toEqual([]);
  const known = await columns();
  for (const { columns } of known) {
    expect(columns).toEqual(expect.arrayContaining(NODE_TYPES.map((kind) => `kind_${kind.toLowerCase()}`)));
  }
  await client.query('commit');
  await migrate(database.connectionString, log);
  expect(await columns()).toEqual(known);
});

test('a new kind is counted from then on, the others as before, and removed with its events', async () => {
  await client.query(`call provide_kind_columns(array['EMAIL', 'WAVE'])`);
  await client.query(`
    select open_event_months('2026-10-01', '2026-10-31');
    insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type, action, occurred_at)
      select organization_id, id, n, n, 1, 9, 'step_done', (array['WAVE', 'HAS_PHONE'])[1 + n % 2], '2026-10-05'
      from campaigns, generate_series(1, 4) n where id = 1`);
  const sums = async () => {
    const found = await Promise.all(
      TABLES.map((table) =>
        rowsOf(`select actions, kind_wave, kind_has_phone, kind_email from ${table} where day = '2026-10-05'`),
      ),
    );
    return found.flat().map((row) => Object.values(row).join(' '));
  };
  expect(await sums()).toEqual(['4 2 2 0', '4 2 2 0']);
  await client.query(`delete from campaign_events where action = 'WAVE'`);
  expect(await sums()).toEqual(['2 0 2 0', '2 0 2 0']);
});

test('a missing column of a kind is reported if the login may not add it', async () => {
  for (const table of TABLES) await client.query(`alter table ${table} drop column kind_inmail`);
  expect(await listKindsWithoutColumn(client)).toEqual(['INMAIL']);
});
