import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { openDatabases } from './pools.ts';

const log = pino({ level: 'fatal' });
let folder: string;
let postgres: EmbeddedPostgres;

// A cluster of its own: in that of the other tests a superuser has made the roles already.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-migrate-'));
  postgres = await startEmbeddedPostgres({ dataDir: folder, log, settings: { fsync: 'off' } });
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** As managed servers give it: may make roles and databases, and is no superuser. */
async function makeLogin(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query(`create role ${name} login createrole createdb nosuperuser nobypassrls password 'hosted'`);
  await client.query(`create database ${name} owner ${name}`);
  await client.end();
  const url = new URL(postgres.connectionString);
  return Object.assign(url, { username: name, password: 'hosted', pathname: `/${name}` }).toString();
}

test('a login that is no superuser installs, and migrations see the same rows', async () => {
  const url = await makeLogin('hosted');
  await migrate(url, log);
  await migrate(url, log);
  const databases = openDatabases(url, 4, log);
  try {
    for (const [database, role] of [
      [databases.app, 'overture_app'],
      [databases.system, 'overture_system'],
    ] as const) {
      const { rows } = await sql`select current_user::text as role`.execute(database);
      expect(rows).toEqual([{ role }]);
    }
    const event = sql`insert into outbox_events (organization_id, type, payload) values (7, 'told', '{}')`;
    await event.execute(databases.system);
    const seen = await databases.queue.query('select organization_id from outbox_events');
    expect(seen.rows).toEqual([{ organization_id: 7 }]);
  } finally {
    await databases.close();
  }
});
