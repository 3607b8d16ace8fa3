import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Actor, BaseContext, Context, SystemContext } from './context.ts';
import type { DB } from './db/__generated__/database.ts';
import { type CopyInTransaction, withCopy } from './db/copy.ts';
import type { Databases } from './db/pools.ts';
import { readAs, requireReplica } from './db/reads.ts';
import { PATIENCE_IN_MS, type ReplicaDatabases } from './db/replica/replica.ts';
import { sqlState } from './errors.ts';
import { Outbox } from './outbox.ts';

/** Whom row-level security lets in, for the transaction. */
function describeActor(organizationId: number, user: Actor | null): string {
  const [organization, actor] = [organizationId, user?.actor_id ?? ''].map((id) => pg.escapeLiteral(String(id)));
  const who = `select set_config('app.organization_id', ${organization}, true), set_config('app.user_id', ${actor}, true)`;
  if (!user?.api_key) return who;
  return `${who}, set_config('app.api_key_id', ${pg.escapeLiteral(String(user.api_key.id))}, true)`;
}

/** A transaction by the class it extends: to compare the two with all tables in them takes the compiler five seconds. */
const begin = <Result>(db: Kysely<DB>, work: (transaction: Kysely<DB>) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(work as (transaction: unknown) => Promise<Result>);

const beginSnapshot = <Result>(db: Kysely<DB>, work: (snapshot: Kysely<DB>) => Promise<Result>): Promise<Result> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work as (transaction: unknown) => Promise<Result>);

interface Attempt {
  mayRetry: boolean;
}

/** A transaction that a deadlock (40P01) or another one's commit (40001) ended has done nothing, and is begun once more. */
async function retryOnce<Result>(
  { log }: Pick<BaseContext, 'log'>,
  run: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const attempt = { mayRetry: true };
  try {
    return await run(attempt);
  } catch (error) {
    const code = sqlState(error);
    if (!attempt.mayRetry || (code !== '40P01' && code !== '40001')) throw error;
    log.warn({ code }, 'transaction ended by a deadlock, retrying once');
  }
  return run(attempt);
}

const endRetries = (copy: CopyInTransaction, attempt: Attempt): CopyInTransaction => ({
  into(statement) {
    attempt.mayRetry = false;
    return copy.into(statement);
  },
  outOf(query) {
    attempt.mayRetry = false;
    return copy.outOf(query);
  },
});

type Finish = (outbox: Outbox, hasMessages: boolean) => void;

function createContext(
  base: BaseContext,
  databases: Databases,
  finish: Finish,
  organizationId: number,
  user: Actor | null,
  patience: number,
): Context {
  const bound = { ...base, organization: { id: organizationId }, user };
  const reader = { organization_id: organizationId, user_id: user?.actor_id ?? null };
  const snapshot: Context['snapshot'] = (work) =>
    beginSnapshot(databases.app, async (db) => {
      await sql.raw(describeActor(organizationId, user)).execute(db);
      return work({ ...bound, db });
    });
  return {
    ...bound,
    read: (work) => readAs(reader, () => work({ ...bound, db: databases.reads })),
    replicaRead(work, patienceInMs = patience) {
      const { replica, reads } = databases;
      const onPrimary = () => readAs(reader, () => work({ ...bound, db: reads }));
      const onReplica = ({ reads: db, position }: ReplicaDatabases) =>
        readAs({ ...reader, position }, () => work({ ...bound, db }));
      return replica === null ? onPrimary() : replica.read(patienceInMs, onReplica, onPrimary);
    },
    snapshot,
    replicaSnapshot(work, patienceInMs = patience) {
      const { replica } = databases;
      const onReplica = ({ app, position }: ReplicaDatabases) =>
        beginSnapshot(app, async (db) => {
          await sql.raw(`${describeActor(organizationId, user)}, ${requireReplica(position)}`).execute(db);
          return work({ ...bound, db });
        });
      return replica === null ? snapshot(work) : replica.read(patienceInMs, onReplica, () => snapshot(work));
    },
    transaction: (work) =>
      retryOnce(base, async (attempt) => {
        const outbox = new Outbox();
        const [result, hasMessages] = await withCopy(describeActor(organizationId, user), (copy) =>
          begin(databases.app, async (db) => {
            const value = await work({
              ...bound,
              db,
              // What was read out or written in by COPY cannot be had a second time.
              copy: endRetries(copy, attempt),
              ...outbox.forOrganization(organizationId),
              afterCommit: (after) => outbox.afterCommit(after),
            });
            return [value, await outbox.write(db)] as const;
          }),
        );
        finish(outbox, hasMessages);
        return result;
      }),
  };
}

/**
 * Makes contexts. `wakeRelay` is called after a commit that left events or live messages behind.
 * @param patienceInMs how long a read waits for a replica, unless it says otherwise
 */
export function createContexts(
  base: BaseContext,
  databases: Databases,
  wakeRelay: () => void,
  patienceInMs = PATIENCE_IN_MS.job,
): SystemContext {
  const finish: Finish = (outbox, hasMessages) => {
    if (hasMessages) wakeRelay();
    for (const work of outbox.afterCommitWork) {
      Promise.resolve()
        .then(work)
        .catch((error) => base.log.error({ err: error }, 'work after commit failed'));
    }
  };
  return {
    ...base,
    forOrganization: (id, user = null) => createContext(base, databases, finish, id, user, patienceInMs),
    forRequest: (request) => createContexts({ ...base, ...request }, databases, wakeRelay, PATIENCE_IN_MS.page),
    whenDatabaseUp: databases.health.whenUp,
    systemRead: (work) => work({ db: databases.system }),
    systemTransaction: (work) =>
      retryOnce(base, async () => {
        const outbox = new Outbox();
        const [result, hasMessages] = await begin(databases.system, async (db) => {
          const value = await work({
            ...base,
            db,
            forOrganization: (id) => outbox.forOrganization(id),
            afterCommit: (after) => outbox.afterCommit(after),
          });
          return [value, await outbox.write(db)] as const;
        });
        finish(outbox, hasMessages);
        return result;
      }),
  };
}
