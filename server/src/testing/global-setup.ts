import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../kernel/db/embedded/embedded-postgres.ts';
import { hasProcess } from '../kernel/db/embedded/postgres-processes.ts';
import { type DatabaseLogins, openLogins } from '../kernel/db/logins.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { dropLogins } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database_url: string;
    template_database: string;
    /** As a program signs in at the template: logins are the cluster's, and so those of every database cloned from it. */
    template_logins: DatabaseLogins;
    /** `npm run prove`: everything in its long form. */
    is_proving: boolean;
  }
}

const QUICK = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It has no replica and is never recovered: rows of a new table or index need no logging, and no compression in the log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'off',
};

/** The databases of a run, its log and what parallel runs share. */
const ROOM_IN_BYTES = 3_000_000_000;
const PREFIX = 'overture-test-';

const IN_MEMORY = '/dev/shm';

/** In memory where there is room: every test file brings and removes some 1,500 files, which is most of its work on a disk. */
async function makeFolder(): Promise<string> {
  await removeAbandoned().catch(() => undefined);
  const memory = await statfs(IN_MEMORY).catch(() => null);
  const parent = memory && memory.bavail * memory.bsize > ROOM_IN_BYTES ? IN_MEMORY : tmpdir();
  return mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
}

/** What a killed run left in memory stays there until the machine restarts. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(IN_MEMORY)) {
    if (!name.startsWith(PREFIX) || hasProcess(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    await rm(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

/** Its socket takes a sixth less work than TCP, the way of the product; there is none where the folder's name is too long. */
function socketPath({ connectionString, dataDirectory, port }: EmbeddedPostgres): string {
  if (!existsSync(join(dataDirectory, `.s.PGSQL.${port}`))) return connectionString;
  const { username, password, pathname } = new URL(connectionString);
  return `postgres://${username}:${password}@${encodeURIComponent(dataDirectory)}:${port}${pathname}`;
}

/**
 * One real PostgreSQL for the run (embedded, or the server of TEST_DATABASE_URL), with a migrated template database.
 * Every test file clones the template (harness.ts).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' });
  const template = `overture_template_${process.pid}`;
  const given = process.env.TEST_DATABASE_URL;
  const directory = given ? null : await makeFolder();
  const postgres = directory
    ? // Tests that prove durability start a server of their own; the shared one may be quick.
      await startEmbeddedPostgres({
        dataDir: directory,
        log,
        settings: { ...QUICK, max_wal_size: '256MB', min_wal_size: '64MB' },
      })
    : null;
  const url = given ?? socketPath(postgres as EmbeddedPostgres);
  await onServer(url, `create database ${template}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.toString(), log);
  const logins = await openLogins(
    { address: templateUrl.toString(), secret_key: 'of the logins of tests', runs_jobs: true, is_embedded: true },
    log,
  );
  project.provide('database_url', url);
  project.provide('template_database', template);
  project.provide('template_logins', logins);
  return async () => {
    await onServer(url, `drop database if exists ${template} with (force)`).catch(() => undefined);
    await onServer(url, dropLogins(template)).catch(() => undefined);
    await postgres?.stop();
    if (directory) await rm(directory, { recursive: true, force: true });
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
