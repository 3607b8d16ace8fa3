import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { listMigrationNames, UpgradeError } from './migration-history.ts';

const log = pino({ level: 'silent' });
const FIRST = 'create table first (id int)';
let database: TestDatabase;
let client: pg.Client;
let directory = '';

beforeEach(async () => {
  database = await createTestDatabase({ is_empty: true });
  directory = await mkdtemp(join(tmpdir(), 'overture-migrations-'));
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await write('0001_first', FIRST);
});
afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(directory, `${name}.sql`), sql);
const start = (version: string, options: MigrateOptions = {}) =>
  migrate(database.connectionString, log, { version, directory, ...options });
const refusalOf = (starting: Promise<void>) =>
  starting.then(
    () => 'started',
    (error: Error) => (error instanceof UpgradeError ? error.message : `no words: ${error.message}`),
  );
const rowsOf = async (statement: string) => (await client.query(statement)).rows;
const history = () => rowsOf('select name, sha256, version from migrations order by id');

test('a migration keeps its checksum and version; a changed file stops the start by name', async () => {
  await start('1.3.0');
  const sha256 = createHash('sha256').update(FIRST).digest('hex');
  expect(await history()).toEqual([{ name: '0001_first', sha256, version: '1.3.0' }]);
  await write('0001_first', `${FIRST}; -- edited`);
  await write('0002_second', 'create table second (id int)');
  expect(await refusalOf(start('1.4.0'))).toMatch(
    /^Migration 0001_first\.sql was changed after this database applied it \(on \d{4}-\d\d-\d\d, by Overture 1\.3\.0\)/,
  );
  expect(await history()).toHaveLength(1);
  await write('0001_first', FIRST);
  await start('1.4.0');
  expect((await history()).map((row) => row.version)).toEqual(['1.3.0', '1.4.0']);
});

test('a database without checksums gets them at its next start', async () => {
  await start('1.3.0');
  const [kept] = await history();
  await client.query('alter table migrations drop column sha256, drop column version');
  await start('1.4.0');
  expect(await history()).toEqual([{ ...kept, version: null }]);
  await write('0001_first', 'select 1');
  expect(await refusalOf(start('1.4.0'))).toMatch(
    /^Migration 0001_first\.sql was changed after this database applied it/,
  );
});

test('a program older than the database, or of another line, refuses to start', async () => {
  await write('0003_third', 'create table third (id int)');
  await start('1.4.0');
  await rm(join(directory, '0003_third.sql'));
  expect(await refusalOf(start('1.3.0'))).toMatch(
    /^This database was upgraded by Overture 1\.4\.0 on [\d-]+; this program is 1\.3\.0\. It does not know migration 0003_third\.sql\.\n {2}Start Overture 1\.4\.0 or a newer one/,
  );
  await client.query('update migrations set version = null');
  expect(await refusalOf(start('1.3.0'))).toMatch(/^This database was upgraded by a newer Overture on/);
  await write('0004_other', 'select 1');
  expect(await refusalOf(start('1.3.0'))).toMatch(/another line of Overture: it has migration 0003_third\.sql/);
  await rm(join(directory, '0004_other.sql'));
  await write('0003_third', 'create table third (id int)');
  await write('0002_second', 'create table second (id int)');
  expect(await refusalOf(start('1.4.0'))).toMatch(/0002_second\.sql comes before 0003_third\.sql/);
  expect(await rowsOf(`select to_regclass('second') as second`)).toEqual([{ second: null }]);
});

test('a failing migration is named and rolled back', async () => {
  await start('1.3.0');
  await write('0002_second', 'create table second (id int)');
  await write('0003_third', 'select 1 / 0');
  expect(await refusalOf(start('1.4.0'))).toMatch(/^Migration 0003_third\.sql failed: division by zero\. No migration/);
  expect(await rowsOf(`select to_regclass('second') as second`)).toEqual([{ second: null }]);
  expect(await history()).toHaveLength(1);
});

test('one of several starts upgrades; only an existing database is reported to the caller', async () => {
  const beforeUpgrade = vi.fn(async () => undefined);
  await Promise.all([start('1.3.0', { beforeUpgrade }), start('1.3.0', { beforeUpgrade })]);
  expect(beforeUpgrade).not.toHaveBeenCalled();
  await write('0002_second', 'create table second (id int)');
  await Promise.all([1, 2, 3].map(() => start('1.4.0', { beforeUpgrade })));
  expect(beforeUpgrade).toHaveBeenCalledOnce();
  // Migrations of the job queue's package are upgrades too.
  await client.query('delete from graphile_worker.migrations where id = 20');
  await refusalOf(start('1.4.0', { beforeUpgrade: () => Promise.reject(new UpgradeError('no room')) })).then((words) =>
    expect(words).toBe('no room'),
  );
  expect(listMigrationNames(directory)).toEqual(['0001_first', '0002_second']);
});
