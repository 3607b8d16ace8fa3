import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findChanges, listUnexplained } from '../../../../bench/proofs/upgrade/content.ts';
import { migrate } from '../../kernel/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { plantRows } from '../../testing/plant-rows.ts';

const root = join(import.meta.dirname, '../../../..');
const log = pino({ level: 'silent' });
let database: TestDatabase;
let former: pg.Client;
let upgraded: pg.Client;
let name = '';
let migrations = '';

const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};

/** Two databases as the release before leaves them, with a row in each table of tenants. */
beforeAll(async () => {
  database = await createTestDatabase({ is_empty: true });
  const { connectionString } = database;
  const released = (await readFile(join(root, 'server/migrations.sha256'), 'utf8')).trimEnd().split('\n');
  await migrate(connectionString, log, { version: '0.0.9', most: released.length });
  const client = await connect(connectionString);
  const { rows } = await client.query<{ organization_id: number; id: number }>(
    `with made as (insert into organizations (name) values ('Acme') returning organization_id)
     insert into users (organization_id, email, name) select organization_id, 'grace@acme.example', 'Grace' from made
     returning organization_id::int, id::int`,
  );
  await plantRows(client, rows[0]!.organization_id, rows[0]!.id, 'planted');
  await client.end();
  name = new URL(connectionString).pathname.slice(1);
  const server = await connect(inject('database_url'));
  await server.query(`create database ${name}_former template ${name} strategy file_copy`);
  await server.end();
  former = await connect(`${connectionString}_former`);
  upgraded = await connect(connectionString);
  migrations = await mkdtemp(join(tmpdir(), 'overture-migrations-'));
  await cp(join(root, 'server/migrations'), migrations, { recursive: true });
}, 60_000);

afterAll(async () => {
  await former.end();
  await upgraded.end();
  const server = await connect(inject('database_url'));
  await server.query(`drop database if exists ${name}_former with (force)`);
  await server.end();
  await database.drop();
  await rm(migrations, { recursive: true, force: true });
});

/** A migration after all others. @returns what the whole upgrade changed that no migration is meant to change */
async function upgradeWith(place: number, statement: string): Promise<string[]> {
  await writeFile(join(migrations, `999${place}_planted.sql`), statement);
  await migrate(database.connectionString, log, { directory: migrations });
  return listUnexplained(await findChanges(former, upgraded));
}

/** The short form of the proof `upgrade`, whose former program fills its own database and is killed. */
test('an upgrade from the release before keeps all content, and a migration that does not is found', {
  timeout: 60_000,
}, async () => {
  expect(await upgradeWith(1, 'select 1')).toEqual([]);
  expect(await upgradeWith(2, 'update users set name = upper(name)')).toEqual(['users.name']);
  const lost = await upgradeWith(3, 'delete from prospects');
  expect(lost).toContain('prospects.email');
  expect(lost).toContain('outbound_intents.message_id');
});
