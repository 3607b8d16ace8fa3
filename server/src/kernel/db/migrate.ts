import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_TYPES } from '@overture/domain/flow/step-types';
import { runMigrations as migrateJobQueue } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../log.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { isFormerHistory, listFirstRelease } from './former-migrations.ts';
import {
  type AppliedMigration,
  listAppliedMigrations,
  type MigrationFile,
  readMigrationFiles,
  requireKnownHistory,
  UpgradeError,
} from './migration-history.ts';
import { classifyOutage, describeReason } from './outage.ts';
import { becomeOwner, OWNER } from './owner-role.ts';
import { requireSessionStart } from './with-client.ts';

const IS_THERE = `select from pg_roles where rolname = 'overture_queue'`;

/** True where it reaches everything it needs: then nothing is locked at a start. */
const IS_READY = `
  select not exists (
    select from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and (
      not has_table_privilege('overture_queue', c.oid, 'select')
      or c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid))
  ) as is_ready`;

/**
 * What running jobs takes, and no more: the rows of the queue's own tables (the queue closes them to all but their owner by row-level
 * security), its functions, and reading which version they have. No table of ours, and nothing is made, changed or dropped.
 */
const GRANT = `
  grant usage on schema graphile_worker to overture_queue;
  grant select on graphile_worker.migrations to overture_queue;
  grant execute on all functions in schema graphile_worker to overture_queue;
  grant usage on all sequences in schema graphile_worker to overture_queue;
  do $$
  declare
    queue_table regclass;
  begin
    for queue_table in select oid from pg_class
      where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relname like '\\_private\\_%'
    loop
      execute format('grant select, insert, update, delete on %s to overture_queue', queue_table);
      execute format('drop policy if exists queue_access on %s', queue_table);
      execute format('create policy queue_access on %s to overture_queue using (true) with check (true)', queue_table);
    end loop;
  end $$`;

/** Opens the job queue to its role, where there is one. Asked at every start, since a newer queue brings tables of its own. */
async function openQueueToRole(owner: pg.ClientBase): Promise<void> {
  if ((await owner.query(IS_THERE)).rowCount === 0) return;
  const { rows } = await owner.query<{ is_ready: boolean }>(IS_READY);
  if (!rows[0]?.is_ready) await owner.query(`begin; ${GRANT}; commit`);
}

/**
 * Sums by the day count nodes in a column a kind, which the program itself adds, with what the trigger says of it: a new kind of step or
 * condition needs no migration. Does nothing where all are there, and on the tables of a backup that was made before there were any.
 */
async function provideKindColumns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regproc('public.provide_kind_columns') is not null as is_there`,
  );
  if (rows[0]?.is_there) await client.query('call provide_kind_columns($1)', [NODE_TYPES]);
}

/** Kinds this version knows and the database does not. */
export async function listKindsWithoutColumn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ kind: string }>(
    `select kind from unnest($1::text[]) as kind where not exists (select from pg_attribute
      where attrelid = 'public.account_days'::regclass and attname = 'kind_' || lower(kind))`,
    [NODE_TYPES],
  );
  return rows.map(({ kind }) => kind);
}

export interface MigrateOptions {
  /** Of this program; kept with what it applies. */
  version?: string;
  /** How many migrations at most, from the first: a backup is loaded into the tables it was taken from. */
  most?: number;
  directory?: string;
  /** Called before a database that was migrated before is changed. Other starts wait until it is done. What it throws stops the upgrade. */
  beforeUpgrade?(): Promise<void>;
}

/**
 * Brings a database up to date: the job queue's schema, then ours, forward only, as the owner of the tables, and a column for
 * each kind of node. Several processes may start together; an advisory lock lets one migrate while the others wait. Refuses
 * servers older than PostgreSQL 15.
 * @throws UpgradeError for a database of a newer program, a migration that was changed or that fails: then nothing of ours was
 * changed
 */
export async function migrate(connectionString: string, log: Log, options: MigrateOptions = {}): Promise<void> {
  // What a migration locks and becomes would otherwise stay behind in a connection of a pooler.
  await requireSessionStart(connectionString);
  const client = new pg.Client({ connectionString, application_name: 'overture:migrate', keepAlive: true });
  client.on('error', () => undefined); // a lost connection fails the statement; without an ear it would end the program
  await client.connect();
  try {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    if (Number(version.rows[0]?.server_version_num) < 150_000) {
      throw new UpgradeError('PostgreSQL 15 or newer is needed; this server is older.');
    }
    const files = readMigrationFiles(options.directory);
    const guest = await findGuest(client);
    if (guest) return await expectUpToDate(client, guest, files, options.version);
    await acquireMigrationLock(client, log);
    const applied = await listAppliedMigrations(client);
    const { replaced_by, pending } = planUpgrade(files, applied, options.version);
    const isBehind = replaced_by.length + pending.length > 0;
    const isOwner = await becomeOwner(client, log);
    if (applied.length > 0 && (isBehind || (await isQueueBehind(client)))) await options.beforeUpgrade?.();
    await migrateQueue(connectionString, isOwner);
    if (replaced_by.length > 0) await replaceHistory(client, replaced_by, options.version);
    else if (applied.length === 0 || applied.some(({ sha256 }) => sha256 === null)) await storeChecksums(client, files);
    await applyMigrations(client, log, pending.slice(0, options.most), options.version);
    await provideKindColumns(client);
    await openQueueToRole(client);
    // For a process that may not migrate: checks whether the database is up to date.
    await client.query('grant select on public.migrations to overture_system');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What a start does: the files that replace the history of a database from before 1.0.0, and those that are applied. */
function planUpgrade(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
  version: string | undefined,
): { replaced_by: MigrationFile[]; pending: MigrationFile[] } {
  if (!isFormerHistory(files, applied))
    return { replaced_by: [], pending: requireKnownHistory(files, applied, version) };
  const replaced_by = listFirstRelease(files);
  return { replaced_by, pending: files.filter((file) => !replaced_by.includes(file)) };
}

/** A session lock around everything: its holder may make a backup first, which takes time. */
async function acquireMigrationLock(client: pg.Client, log: Log): Promise<void> {
  const lock = [ADVISORY_LOCKS.migration];
  const taken = await client.query<{ is_taken: boolean }>('select pg_try_advisory_lock($1) as is_taken', lock);
  if (taken.rows[0]?.is_taken) return;
  log.info('waiting for another process that is migrating the database');
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  await client.query('select pg_advisory_lock($1)', lock);
}

interface Guest {
  login: string;
  owner: string;
}

/** A login without rights to the tables of a database that another login migrated. */
async function findGuest(client: pg.Client): Promise<Guest | undefined> {
  const { rows } = await client.query<Guest>(`
    select session_user::text as login, o.rolname::text as owner from pg_class c join pg_roles o on o.oid = c.relowner
    where c.oid = to_regclass('public.migrations') and not pg_has_role(session_user, o.oid, 'usage')`);
  return rows[0];
}

/** @throws UpgradeError where migrations are missing, which a guest cannot make */
async function expectUpToDate(
  client: pg.Client,
  { login, owner }: Guest,
  files: readonly MigrationFile[],
  version: string | undefined,
): Promise<void> {
  await client.query('set role overture_system');
  const { replaced_by, pending } = planUpgrade(files, await listAppliedMigrations(client), version);
  const missing = [...replaced_by, ...pending];
  const kinds = missing.length === 0 ? await listKindsWithoutColumn(client) : [];
  if (missing.length + kinds.length === 0) return;
  const lacking =
    kinds.length > 0
      ? `columns for ${kinds.join(', ')}`
      : `${missing.length} migrations (the first is ${missing[0]?.name}.sql)`;
  throw new UpgradeError(
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

/** Whether the queue's package brings migrations of its own that this database lacks. */
async function isQueueBehind(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ latest: number }>(
    'select coalesce(max(id), 0)::int as latest from graphile_worker.migrations',
  );
  const directory = join(dirname(fileURLToPath(import.meta.resolve('graphile-worker'))), '../sql');
  const latest = Math.max(...readdirSync(directory).map((file) => Number.parseInt(file, 10)));
  return (rows[0]?.latest ?? 0) < latest;
}

/** Makes the table of what was applied. A database from before checksums were kept gets those of the files of today. */
async function storeChecksums(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  await client.query(`
    create table if not exists public.migrations (
      id serial primary key, name varchar(255) not null, run_on timestamp not null);
    alter table public.migrations add column if not exists sha256 text, add column if not exists version text`);
  await client.query(
    `update public.migrations m set sha256 = f.sha256 from unnest($1::text[], $2::text[]) as f (name, sha256)
     where m.sha256 is null and f.name = m.name`,
    [files.map(({ name }) => name), files.map(({ sha256 }) => sha256)],
  );
}

/** The tables are those of the first release: only the list of what gave them changes. */
async function replaceHistory(
  client: pg.Client,
  files: readonly MigrationFile[],
  version: string | undefined,
): Promise<void> {
  await client.query('begin');
  await client.query('delete from public.migrations');
  await client.query(
    `insert into public.migrations (name, run_on, sha256, version)
     select name, current_timestamp, sha256, $3 from unnest($1::text[], $2::text[]) with ordinality as f (name, sha256, place)
     order by place`,
    [files.map(({ name }) => name), files.map(({ sha256 }) => sha256), version ?? null],
  );
  await client.query('commit');
}

/** All of them or none. */
async function applyMigrations(
  client: pg.Client,
  log: Log,
  pending: readonly MigrationFile[],
  version: string | undefined,
): Promise<void> {
  if (pending.length === 0) return;
  let current = '';
  await client.query('begin');
  try {
    for (const { name, sql, sha256 } of pending) {
      current = name;
      log.debug({ migration: name }, 'applying migration');
      await client.query(sql);
      await client.query(
        'insert into public.migrations (name, run_on, sha256, version) values ($1, current_timestamp, $2, $3)',
        [name, sha256, version ?? null],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (classifyOutage(error) !== null) throw error;
    throw new UpgradeError(
      `Migration ${current}.sql failed: ${describeReason(error)}. No migration of this start was kept: the tables are as they were before.`,
      { cause: error },
    );
  }
}
