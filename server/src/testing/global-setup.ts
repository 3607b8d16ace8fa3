import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../kernel/db/embedded-postgres.ts';
import { migrate } from '../kernel/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database_url: string;
    template_database: string;
    /** `npm run prove`: everything in its long form. */
    is_proving: boolean;
  }
}

const QUICK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The databases of a run, its log and what several runs at once need. */
const ROOM_IN_BYTES = 3_000_000_000;

/** In memory where there is room: every test file brings and removes some 1,500 files, a quarter of the work on a disk. */
async function chooseFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null);
  return memory && memory.bavail * memory.bsize > ROOM_IN_BYTES ? '/dev/shm' : tmpdir();
}

/**
 * One real PostgreSQL for the run (embedded, or the server of TEST_DATABASE_URL), with a migrated template database.
 * Every test file clones the template (harness.ts).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' });
  const template = `overture_template_${process.pid}`;
  const given = process.env.TEST_DATABASE_URL;
  const directory = given ? null : await mkdtemp(join(await chooseFolder(), 'overture-test-'));
  const postgres = directory
    ? // Tests that prove durability start a server of their own; the shared one may be quick.
      await startEmbeddedPostgres({
        dataDir: directory,
        log,
        settings: { ...QUICK, max_wal_size: '256MB', min_wal_size: '64MB' },
      })
    : null;
  const url = given ?? (postgres?.connectionString as string);
  await onServer(url, `create database ${template}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.toString(), log);
  project.provide('database_url', url);
  project.provide('template_database', template);
  return async () => {
    await onServer(url, `drop database if exists ${template} with (force)`).catch(() => undefined);
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
