import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { sqlState } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { replicaLag, replicaReads, replicaUsed } from '../../metrics.ts';
import type { DB } from '../__generated__/database.ts';
import { classifyOutage, DatabaseUnavailable, describeReason } from '../outage.ts';
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
  /** What the primary had when the read began: each statement and transaction requires it. */
  position: number;
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
  const databases = {
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
      const place = await findPlace(sentry, watch, findPosition, patienceInMs);
      if (typeof place === 'number') {
        try {
          const found = await onReplica({ ...databases, position: place });
          replicaReads.inc({ result: 'replica' });
          return found;
        } catch (error) {
          if (!isFaultOfReplica(error)) throw error;
          sentry.suspect();
          log.debug({ err: error }, 'read replica failed, the primary answers');
        }
      }
      replicaReads.inc({ result: typeof place === 'number' ? 'failed' : place });
      return onPrimary();
    },
    async close() {
      await sentry.stop();
      watch.forget();
      await pool.end();
    },
  };
}

/** What the replica must have and has; or why the primary answers. @throws DatabaseUnavailable of the primary */
async function findPlace(
  sentry: ReplicaSentry,
  watch: ReplayWatch,
  findPosition: () => Promise<LogPosition>,
  patienceInMs: number,
): Promise<number | 'refused' | 'behind'> {
  if (sentry.log_id === '') return 'refused';
  const position = await findPosition().catch((error: unknown) => {
    if (classifyOutage(error) !== null) throw error;
    // A primary that has become a standby has no position, and reads as before.
    return null;
  });
  // The primary failed over since the last check.
  if (position?.log_id !== sentry.log_id) {
    sentry.suspect();
    return 'refused';
  }
  const isThere = await watch.reach(position.bytes, patienceInMs);
  return isThere && sentry.log_id === position.log_id ? position.bytes : 'behind';
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
  const connect = pool.connect.bind(pool);
  // An expired certificate or a login that it refuses is its fault as well.
  const connectOrGiveUp = (): Promise<pg.PoolClient> =>
    connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('unreachable', describeReason(error), { cause: error });
    });
  Object.assign(pool, { connect: connectOrGiveUp });
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

/**
 * Cancelled in favour of what the primary has changed, no replica any longer, behind (22023), out of room for temporary files, its disk damaged, its
 * database gone, or away.
 */
const isFaultOfReplica = (error: unknown): boolean =>
  classifyOutage(error) !== null || /^(?:40001|40P01|22023|53...|55000|57P04|58...|XX...)$/.test(sqlState(error) ?? '');
