import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../server/src/kernel/db/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/kernel/db/migrate.ts';

/** A migrated embedded PostgreSQL with durable settings. */
export interface BenchDatabase {
  directory: string;
  connectionString: string;
  /** The owner of the tables; row-level security does not bind it. */
  owner: pg.Client;
  stop(): Promise<void>;
}

/** @param kept a folder whose data stays at the end; without one, the database is new and is deleted */
export async function startBenchDatabase(kept?: string): Promise<BenchDatabase> {
  const directory = kept ?? (await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'overture-bench-')));
  const log = pino({ level: 'error' });
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: directory, log });
  await migrate(connectionString, log);
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  return {
    directory,
    connectionString,
    owner,
    async stop() {
      await owner.end();
      await stop();
      if (kept === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
