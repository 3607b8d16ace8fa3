import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { DB } from './__generated__/database.ts';
import { OpeningDialect, trackConnections } from './copy.ts';
import { createDatabaseHealth, type DatabaseHealth } from './health.ts';
import { type DatabaseLogins, SESSION_SETTINGS } from './logins.ts';
import { openReads } from './reads.ts';
import { openReplica, type Replica } from './replica/replica.ts';
import { createWatchedPool } from './watched-pool.ts';

// Ids are bigint in SQL and safe integers on the wire; counts likewise.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// The type of bigint[]; the library's list of names leaves arrays out.
const int8Array = 1016 as typeof pg.types.builtins.INT8;
const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(int8Array);
pg.types.setTypeParser(int8Array, (text) => readTexts(text).map((entry) => (entry === null ? null : Number(entry))));
// Calendar days stay text ('2026-11-21'): a Date would move them across midnight in some zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface Databases {
  /** Acts as overture_app: row-level security shows one organization, set per transaction. */
  app: Kysely<DB>;
  /** The same for statements that only read, each for itself: see `readAs`. */
  reads: Kysely<DB>;
  /** Acts as overture_system: all organizations, for the scheduler, sign-in and the outbox. */
  system: Kysely<DB>;
  /** Another server with the same data, for what only informs; null without DATABASE_REPLICA_URL. */
  replica: Replica | null;
  /** The tables of the job queue, for who runs jobs. Opens at the first use: a process without workers never does. */
  queue: pg.Pool;
  systemPool: pg.Pool;
  appPool: pg.Pool;
  health: DatabaseHealth;
  close(): Promise<void>;
}

/**
 * Opens the three pools. `poolSize` is divided among them; a statement may take 60 s unless it says otherwise.
 * @param given how each pool signs in, or one address for all: a login that may take both roles
 */
export function openDatabases(given: DatabaseLogins | string, poolSize: number, log: Log): Databases {
  const logins: DatabaseLogins = typeof given === 'string' ? { app: given, system: given, queue: given } : given;
  const health = createDatabaseHealth(logins.app, log);
  const isPooled = logins.direct !== undefined;
  const open = (connectionString: string, role: string | null, max: number): pg.Pool => {
    const options = [...SESSION_SETTINGS, ...(role ? [`role=${role}`] : [])]
      .map((setting) => `-c ${setting}`)
      .join(' ');
    // The job queue listens and locks for a session, so it never goes through a pooler.
    const isBehindPooler = isPooled && role !== null;
    return createWatchedPool(
      {
        connectionString,
        max: Math.max(2, max),
        idleTimeoutMillis: 30_000,
        // The longest wait in the queue of a busy pool; an outage ends it immediately.
        connectionTimeoutMillis: 15_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        application_name: `overture:${role ?? 'queue'}`,
        ...(isBehindPooler ? {} : { options }),
      },
      health,
      { keeps_statements: !isBehindPooler },
    );
  };
  const appPool = open(logins.app, 'overture_app', Math.ceil(poolSize / 2));
  const systemPool = open(logins.system, 'overture_system', Math.ceil(poolSize / 4));
  const most_connections = Math.ceil(poolSize / 2);
  const replica = logins.replica
    ? openReplica({ address: logins.replica, primary: appPool, most_connections, log })
    : null;
  const queue = open(logins.queue, null, Math.max(10, Math.ceil(poolSize / 4)));
  return {
    app: new Kysely<DB>({ dialect: new OpeningDialect(trackConnections(appPool)) }),
    reads: openReads(appPool, { keeps_statements: !isPooled }),
    system: new Kysely<DB>({ dialect: new PostgresDialect({ pool: systemPool }) }),
    replica,
    queue,
    systemPool,
    appPool,
    health,
    async close() {
      health.stop();
      await replica?.close();
      await Promise.all([appPool.end(), systemPool.end(), queue.end()]);
    },
  };
}
