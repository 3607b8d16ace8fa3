import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../kernel/db/embedded/embedded-postgres.ts';
import type { Log } from '../kernel/log.ts';

export interface TestCluster {
  folder: string;
  connectionString: string;
  log: Log;
  /** Warnings so far; a test empties it. */
  said: { reason: string; msg: string }[];
}

/** A PostgreSQL of its own for a file that tries roles, logins or rules of access, which a cluster has once. */
export function useTestCluster(): TestCluster {
  const said: TestCluster['said'] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(JSON.parse(line)) });
  let folder = '';
  let postgres: EmbeddedPostgres | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'overture-cluster-'));
    postgres = await startEmbeddedPostgres({ dataDir: folder, log, settings: { fsync: 'off' } });
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    said,
    log,
    get folder() {
      return folder;
    },
    get connectionString() {
      return postgres?.connectionString ?? '';
    },
  };
}

/** One statement on a connection of its own. */
export async function runOnce(connectionString: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
