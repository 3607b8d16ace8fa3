import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMigrations as migrateJobQueue } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Log } from '../log.ts';

export const migrationsDirectory = join(dirname(fileURLToPath(import.meta.url)), '../../../migrations');

/**
 * Brings a database up to date: the job queue's own schema, then ours, forward only. Several processes may start at
 * once; an advisory lock lets one migrate while the others wait. Refuses servers older than PostgreSQL 15.
 */
export async function migrate(connectionString: string, log: Log): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'overture:migrate' });
  await client.connect();
  try {
    const version = await client.query<{ server_version_num: string }>('show server_version_num');
    if (Number(version.rows[0]?.server_version_num) < 150_000) {
      throw new Error('PostgreSQL 15 or newer is needed; this server is older.');
    }
    // Session lock of our own around both migrators: node-pg-migrate's fails instead of waiting.
    await client.query('select pg_advisory_lock(71530001)');
    await migrateJobQueue({ connectionString });
    await runner({
      dbClient: client,
      dir: migrationsDirectory,
      direction: 'up',
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
  } finally {
    await client.end();
  }
}
