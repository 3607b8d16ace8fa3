import { readdirSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMigrations as migrateJobQueue } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Log } from '../log.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { listKindsWithoutColumn, provideKindColumns } from './kind-columns.ts';
import { becomeOwner, OWNER } from './owner-role.ts';
import { openQueueToRole } from './queue-role.ts';

export const migrationsDirectory = join(dirname(fileURLToPath(import.meta.url)), '../../../migrations');

/**
 * Brings a database up to date: the job queue's own schema, then ours, forward only, as the owner of the tables, and the columns of the kinds
 * of nodes there are. Several processes may start at once; an advisory lock lets one migrate while the others wait. Refuses servers older than PostgreSQL 15.
 * @param most how many of our migrations at most, from the first: a backup is loaded into the tables it was taken from
 */
export async function migrate(connectionString: string, log: Log, most: number = Infinity): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'overture:migrate' });
  client.on('error', () => undefined); // a lost connection fails the statement; without an ear it would end the program
  await client.connect();
  try {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    if (Number(version.rows[0]?.server_version_num) < 150_000) {
      throw new Error('PostgreSQL 15 or newer is needed; this server is older.');
    }
    const guest = await readGuest(client);
    if (guest) return await expectUpToDate(client, guest);
    // Session lock of our own around both migrators: node-pg-migrate's fails instead of waiting.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    const isOwner = await becomeOwner(client, log);
    await migrateQueue(connectionString, isOwner);
    await migrateTables(client, log, most);
    await provideKindColumns(client);
    await openQueueToRole(client);
    // For a process that may not migrate itself: it asks whether somebody has.
    await client.query('grant select on public.migrations to overture_system');
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Guest {
  login: string;
  owner: string;
}

/** Who signs in without a right to the tables of a database that was migrated by somebody else. */
async function readGuest(client: pg.Client): Promise<Guest | undefined> {
  const { rows } = await client.query<Guest>(`
    select session_user::text as login, o.rolname::text as owner from pg_class c join pg_roles o on o.oid = c.relowner
    where c.oid = to_regclass('public.migrations') and not pg_has_role(session_user, o.oid, 'usage')`);
  return rows[0];
}

/** @throws Error in words where migrations are missing, which a guest cannot make */
async function expectUpToDate(client: pg.Client, { login, owner }: Guest): Promise<void> {
  await client.query('set role overture_system');
  const { rows } = await client.query<{ name: string }>('select name from public.migrations');
  const made = new Set(rows.map((row) => row.name));
  const missing = readdirSync(migrationsDirectory).filter((file) => !made.has(parse(file).name));
  const kinds = missing.length === 0 ? await listKindsWithoutColumn(client) : [];
  if (missing.length + kinds.length === 0) return;
  const lacking =
    kinds.length > 0 ? `columns for ${kinds.join(', ')}` : `${missing.length} migrations (the first is ${missing[0]})`;
  throw new Error(
    `The database lacks ${lacking}, and its login "${login}" may not make them.
  Start a process with MIGRATION_DATABASE_URL of a login that may, or let a superuser run: grant "${owner}" to that login.`,
  );
}

async function migrateQueue(connectionString: string, isOwner: boolean): Promise<void> {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'overture:migrate',
    ...(isOwner ? { options: `-c role=${OWNER}` } : {}),
  });
  pool.on('error', () => undefined); // as above
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  try {
    await migrateJobQueue({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function migrateTables(client: pg.Client, log: Log, most: number): Promise<void> {
  await runner({
    dbClient: client,
    dir: migrationsDirectory,
    direction: 'up',
    count: most,
    migrationsTable: 'migrations',
    noLock: true,
    singleTransaction: true,
    log: () => undefined,
    logger: {
      debug() {},
      info: (line) => log.debug(line),
      warn: (line) => log.warn(line),
      error: (line) => log.error(line),
    },
  });
}
