import { NODE_TYPES } from '@overture/domain/flow/step-types';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { listKindsWithoutColumn, migrate } from './migrate.ts';
import { listMigrationNames } from './migration-history.ts';

const log = pino({ level: 'fatal' });
const TABLES = ['organization_days', 'account_days'] as const;
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase({ is_empty: true });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const before = listMigrationNames().filter((name) => name < '0136').length;
  await migrate(database.connectionString, log, { most: before });
  await plantSumsInArrays();
  await migrate(database.connectionString, log);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  await client.query('begin');
  return async () => void (await client.query('rollback'));
});

async function plantSumsInArrays(): Promise<void> {
  await client.query(`
    insert into organizations (name) values ('Acme'), ('Umbrella');
    insert into campaigns (organization_id, name, status) select organization_id, name, 'PAUSED' from organizations;
    insert into action_numbers (action) values ('PAGER');
    insert into organization_days (organization_id, day, campaign_id, account_id, slot, actions, replies, by_action)
      select organization_id, '2026-10-01', id, 7, slot, 10 * id, 3, case slot when 0 then array[id, 0, 5] when 1 then '{}'::int[]
        else array_fill(0, array[11]) || array[12, 13] end
      from campaigns, generate_series(0, 2) slot;
    insert into account_days (organization_id, day, account_id, slot, actions, emails_sent, by_action)
      select organization_id, '2026-10-01', 7, 0, 4, 1, '{1,2,null,1}' from organizations`);
}

const rowsOf = async (text: string) => (await client.query(text)).rows;

test('values of the arrays are in columns, and all else is unchanged', async () => {
  const kept =
    await rowsOf(`select organization_id::int as id, slot, actions, replies, kind_email, kind_linkedin_message, kind_inmail,
    kind_has_phone, kind_pager from organization_days order by 1, 2`);
  expect(kept.map((row) => Object.values(row).join(' '))).toEqual([
    '1 0 10 3 1 5 0 0 0',
    '1 1 10 3 0 0 0 0 0',
    '1 2 10 3 0 0 0 12 13',
    '2 0 20 3 2 5 0 0 0',
    '2 1 20 3 0 0 0 0 0',
    '2 2 20 3 0 0 0 12 13',
  ]);
  const ofSenders =
    await rowsOf(`select actions, emails_sent, kind_email, kind_linkedin_invite, kind_linkedin_message, kind_inmail
    from account_days`);
  expect(ofSenders.map((row) => Object.values(row).join(' '))).toEqual(['4 1 1 2 0 1', '4 1 1 2 0 1']);
  expect(await listKindsWithoutColumn(client)).toEqual([]);
});

test('each kind has a column of both tables, and asking again changes nothing', async () => {
  const columns = async () =>
    rowsOf(`select c.relname as name, array_agg(attname::text order by attnum) as columns from pg_attribute a
      join pg_class c on c.oid = attrelid where c.relname = any('{${TABLES}}') and attnum > 0 group by 1 order by 1`);
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
