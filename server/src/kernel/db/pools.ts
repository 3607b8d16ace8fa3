import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { DB } from './__generated__/database.ts';
import { trackConnections } from './copy.ts';
import { OpeningDialect } from './opening-dialect.ts';

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
  /** Acts as overture_app: row-level security shows one organisation, set per transaction. */
  app: Kysely<DB>;
  /** Acts as overture_system: all organisations, for the scheduler, sign-in and the outbox. */
  system: Kysely<DB>;
  /** The login role itself: migrations, job queue, LISTEN. Never used by slices. */
  owner: pg.Pool;
  systemPool: pg.Pool;
  appPool: pg.Pool;
  close(): Promise<void>;
}

/** Opens the three pools. `poolSize` is divided among them; a statement may take 60 s unless it says otherwise. */
export function openDatabases(connectionString: string, poolSize: number, log: Log): Databases {
  const open = (role: string | null, max: number): pg.Pool => {
    const pool = new pg.Pool({
      connectionString,
      max: Math.max(2, max),
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 15_000,
      application_name: `overture${role ? `:${role}` : ''}`,
      options: [
        '-c timezone=UTC',
        '-c statement_timeout=60000',
        '-c idle_in_transaction_session_timeout=120000',
        '-c jit=off',
        ...(role ? [`-c role=${role}`] : []),
      ].join(' '),
    });
    // A backend that dies while idle is replaced by the pool; without a listener it would end the process.
    pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'));
    // A backend that dies under a client in use ends that client's statement; the event itself needs an ear too.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  const appPool = open('overture_app', Math.ceil(poolSize / 2));
  const systemPool = open('overture_system', Math.ceil(poolSize / 4));
  const owner = open(null, Math.max(10, Math.ceil(poolSize / 4)));
  return {
    app: new Kysely<DB>({ dialect: new OpeningDialect(trackConnections(appPool)) }),
    system: new Kysely<DB>({ dialect: new PostgresDialect({ pool: systemPool }) }),
    owner,
    systemPool,
    appPool,
    async close() {
      await Promise.all([appPool.end(), systemPool.end(), owner.end()]);
    },
  };
}
