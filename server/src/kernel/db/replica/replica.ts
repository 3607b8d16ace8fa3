import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { sqlState } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { replicaLag, replicaReads, replicaUsed } from '../../metrics.ts';
import type { DB } from '../__generated__/database.ts';
import { classifyOutage } from '../outage.ts';
import { openReads } from '../reads.ts';
import { getSocket } from '../watched-pool.ts';
import { ReplayWatch } from './replay-watch.ts';
import { REPLICA_SESSION, ReplicaSentry } from './replica-sentry.ts';
import { type LogPosition, loadPosition, type RefusalReason } from './server-identity.ts';

/** How long a read waits until the replica has what the primary had when the read began. */
export const PATIENCE_IN_MS = { page: 200, job: 5000 };

export interface ReplicaDatabases {
  /** For statements of `readAs`. */
  reads: Kysely<DB>;
  /** For transactions that say for whom they read. */
  app: Kysely<DB>;
}

export interface Replica {
  /** Runs `onReplica` if the replica has what the primary has by now. If not, or if the replica fails, runs `onPrimary`. */
  read<Result>(
    patienceInMs: number,
    onReplica: (databases: ReplicaDatabases) => Promise<Result>,
    onPrimary: () => Promise<Result>,
  ): Promise<Result>;
  /** Why it is not read; null while it is, undefined before the first check. */
  refusal(): RefusalReason | null | undefined;
  close(): Promise<void>;
}

interface ReplicaOptions {
  address: string;
  primary: pg.Pool;
  most_connections: number;
  log: Log;
}

/** Opens connections to a read replica when it is first read, and watches it. A replica that cannot be used costs nothing but a line in the log. */
export function openReplica({ address, primary, most_connections, log }: ReplicaOptions): Replica {
  const findPosition = shareAnswers(() => loadPosition((text) => primary.query(text)));
  const { pool, endAll } = openPool(address, most_connections);
  const databases: ReplicaDatabases = {
    reads: openReads(pool, { keeps_statements: true, is_replica: true }),
    app: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
  };
  const sentry: ReplicaSentry = new ReplicaSentry({
    address,
    findPosition,
    log,
    onChecked({ refusal, lag_in_ms, replayed }) {
      replicaUsed.set(refusal === null ? 1 : 0);
      replicaLag.set(lag_in_ms / 1000);
      if (refusal === null && replayed !== null) return watch.learn(replayed);
      watch.forget();
      endAll();
    },
  });
  const watch = new ReplayWatch(() => sentry.loadReplayed());
  return {
    refusal: () => sentry.refusal,
    async read(patienceInMs, onReplica, onPrimary) {
      const result = await findPlace(sentry, watch, findPosition, patienceInMs);
      if (result === 'replica') {
        try {
          const found = await onReplica(databases);
          replicaReads.inc({ result });
          return found;
        } catch (error) {
          if (!isFaultOfReplica(error)) throw error;
          sentry.suspect();
          log.debug({ err: error }, 'read replica failed, the primary answers');
        }
      }
      replicaReads.inc({ result: result === 'replica' ? 'failed' : result });
      return onPrimary();
    },
    async close() {
      await sentry.stop();
      watch.forget();
      await pool.end();
    },
  };
}

async function findPlace(
  sentry: ReplicaSentry,
  watch: ReplayWatch,
  findPosition: () => Promise<LogPosition>,
  patienceInMs: number,
): Promise<'replica' | 'refused' | 'behind'> {
  if (sentry.log_id === '') return 'refused';
  const { log_id, bytes } = await findPosition();
  // The primary failed over since the last check.
  if (log_id !== sentry.log_id) {
    sentry.suspect();
    return 'refused';
  }
  return (await watch.reach(bytes, patienceInMs)) && sentry.log_id === log_id ? 'replica' : 'behind';
}

function openPool(address: string, max: number): { pool: pg.Pool; endAll(): void } {
  const pool = new pg.Pool({
    connectionString: address,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'overture:replica',
    options: REPLICA_SESSION,
  });
  const clients = new Set<pg.PoolClient>();
  pool.on('error', () => undefined); // an idle connection that broke is replaced
  pool.on('connect', (client) => {
    client.on('error', () => undefined); // its statement fails as well
    clients.add(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  return {
    pool,
    // What waits for a server that hangs would wait for minutes: it fails now, and the primary answers.
    endAll: () => {
      for (const client of clients) getSocket(client).destroy();
    },
  };
}

/** Asks once for all that wait. What begins while a question is under way waits for the next one: its answer may be older than the caller. */
function shareAnswers<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  const begin = (): Promise<Answer> => {
    next = null;
    const answer = ask();
    current = answer.catch(() => undefined);
    return answer;
  };
  return () => {
    next ??= current.then(begin);
    return next;
  };
}

/** Cancelled in favour of what the primary has changed, no replica any longer, damaged, or away. */
const isFaultOfReplica = (error: unknown): boolean =>
  classifyOutage(error) !== null || /^(?:40001|40P01|22023|XX...)$/.test(sqlState(error) ?? '');
