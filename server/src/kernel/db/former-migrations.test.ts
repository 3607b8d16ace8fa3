import { readFileSync } from 'node:fs';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dumpSchema } from '../../../../tools/dump-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { listFirstRelease } from './former-migrations.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { listMigrationNames, readMigrationFiles, UpgradeError } from './migration-history.ts';

const log = pino({ level: 'silent' });
const former = readFileSync(new URL('../../../migrations-before-1.0.sha256', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => ({ name: line.slice(66, -4), sha256: line.slice(0, 64) }));
let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase({ is_empty: true });
  await migrate(database.connectionString, log, { most: listFirstRelease(readMigrationFiles()).length });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** The tables of the last version before 1.0.0 are those of 1.0.0; its list of migrations is another one. */
async function pretendFormer(applied = former): Promise<void> {
  await client.query('delete from migrations');
  await client.query(
    `insert into migrations (name, run_on, sha256, version) select name, now(), sha256, '0.1.0'
     from unnest($1::text[], $2::text[]) as f (name, sha256)`,
    [applied.map(({ name }) => name), applied.map(({ sha256 }) => sha256)],
  );
}
const start = (options: MigrateOptions = {}): Promise<string> =>
  migrate(database.connectionString, log, { version: '1.0.0', ...options }).then(
    () => 'started',
    (error: Error) => (error instanceof UpgradeError ? error.message : `no words: ${error.stack}`),
  );
const history = async () => (await client.query('select name, sha256, version from migrations order by id')).rows;

test('a database of the last version before 1.0.0 is taken over once, after a backup, with its rows', async () => {
  const fresh = await createTestDatabase();
  const reference = new pg.Client({ connectionString: fresh.connectionString });
  await reference.connect();
  await client.query(`insert into organizations (name) values ('Acme')`);
  await pretendFormer();
  const beforeUpgrade = vi.fn(async () => expect(await history()).toHaveLength(former.length));
  expect(await Promise.all([start({ beforeUpgrade }), start({ beforeUpgrade })])).toEqual(['started', 'started']);
  expect(beforeUpgrade).toHaveBeenCalledOnce();
  const { rows } = await reference.query(`select name, sha256, '1.0.0' as version from migrations order by id`);
  expect(await history()).toEqual(rows);
  expect(rows.map(({ name }) => name)).toEqual(listMigrationNames());
  expect(await dumpSchema(client)).toBe(await dumpSchema(reference));
  await reference.end();
  await fresh.drop();
  expect((await client.query('select name from organizations')).rows).toEqual([{ name: 'Acme' }]);
});

test.each([
  [former.slice(0, 4), /it has 4 of \d+ migrations, up to 0004_second_factors\.sql\.\n {2}Install the last Overture 0/],
  [former.slice(0, -1), /not by the last one/],
  [
    [...former.slice(0, -1), { name: former.at(-1)!.name, sha256: 'edited' }],
    /was changed after this database applied/,
  ],
  [[...former, { name: '9999_later', sha256: 'later' }], /does not know|another line of Overture/],
])('another list is refused, and nothing is changed', async (applied, words) => {
  await pretendFormer(applied);
  const beforeUpgrade = vi.fn(async () => undefined);
  expect(await start({ beforeUpgrade })).toMatch(words);
  expect(beforeUpgrade).not.toHaveBeenCalled();
  expect((await history()).map(({ name }) => name)).toEqual(applied.map(({ name }) => name));
});
