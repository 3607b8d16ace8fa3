import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { parsePostmasterClaim } from './postgres-processes.ts';

export type PostgresAddress = { port: number; password: string; dataDirectory: string };

type Log = { info(message: string): void; warn(message: string): void };

const RETRY_IN_MILLISECONDS = 20;
const ANSWER_LIMIT_IN_MILLISECONDS = 15_000;
const RECOVERY_LIMIT_IN_MILLISECONDS = 600_000;
/** On a busy machine the backend of a killed owner takes a moment to notice the closed connection. */
const PARTING_LIMIT_IN_MILLISECONDS = 3_000;

/**
 * Asks a server that already runs whether the Overture that started it still lives.
 * @returns `gone` when the owner is dead, or the server ends or does not answer within 15 s; `alive` when its lock is
 *   held for 3 s
 */
export async function probeOwner(address: PostgresAddress, isRunning: () => boolean): Promise<'alive' | 'gone'> {
  const deadline = Date.now() + ANSWER_LIMIT_IN_MILLISECONDS;
  while (isRunning() && Date.now() < deadline) {
    const client = await connect(address).catch(explainRefusal);
    if (client) {
      const isFree = await awaitOwnerLock(client);
      await client.end().catch(() => {});
      return isFree ? 'gone' : 'alive';
    }
    await sleep(RETRY_IN_MILLISECONDS);
  }
  return 'gone';
}

function explainRefusal(error: Error & { code?: string }): undefined {
  if (error.code !== '28P01') return undefined;
  throw new Error(
    'The PostgreSQL that runs on this folder has another password than the file postgres-password beside it.',
  );
}

/**
 * Waits until the started server answers, checks that it is the one on our folder, makes the database `overture`, and
 * holds the owner's lock on a connection that is renewed when it breaks.
 */
export async function openKeeper(
  address: PostgresAddress,
  child: ChildProcess,
  log: Log,
): Promise<{ keeper: { close(): Promise<void> } } | { failure: string }> {
  const first = await awaitAnswer(address, child, log);
  if (!(first instanceof pg.Client)) return { failure: first };
  await first.query(`select 1 from pg_database where datname = 'overture'`).then(async ({ rowCount }) => {
    // No other session works at this time, so checkpoints delay no one: copying files is cheaper than logging each page.
    if (rowCount === 0) await first.query('create database overture strategy file_copy');
  });
  let isClosed = false;
  let current: pg.Client | undefined;
  const hold = async (client: pg.Client): Promise<void> => {
    current = client;
    await acquireOwnerLock(client);
    // A backend that crashes ends every connection, though the server keeps running.
    client.once('end', () => void renew().catch(() => {}));
  };
  const renew = async (): Promise<void> => {
    if (isClosed) return;
    const next = await awaitAnswer(address, child, log);
    if (next instanceof pg.Client) await (isClosed ? next.end() : hold(next));
  };
  await hold(first);
  const close = async (): Promise<void> => {
    isClosed = true;
    await current?.end().catch(() => {});
  };
  return { keeper: { close } };
}

/** A connection, or why there is none. A stranger on the port is never asked: our server must say that it is ready. */
async function awaitAnswer(address: PostgresAddress, child: ChildProcess, log: Log): Promise<pg.Client | string> {
  const startedAt = Date.now();
  let nextNotice = startedAt + 5_000;
  let failure = 'it is still starting, or recovering';
  while (Date.now() - startedAt < RECOVERY_LIMIT_IN_MILLISECONDS) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return 'It ended.';
    const claim = parsePostmasterClaim(address.dataDirectory);
    if (claim?.pid === child.pid && claim.isReady) {
      const answer = await connect(address).catch((error: Error) => error.message);
      if (typeof answer !== 'string') return answer;
      failure = answer;
    }
    if (Date.now() > nextNotice) {
      log.info(`PostgreSQL does not answer yet: ${failure}.`);
      nextNotice += 10_000;
    }
    await sleep(RETRY_IN_MILLISECONDS);
  }
  return failure;
}

async function connect({ port, password, dataDirectory }: PostgresAddress): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'overture',
    password,
    database: 'postgres',
    application_name: 'overture keeper',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {}); // its end is what counts
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  if (rows[0]?.data_directory === dataDirectory) return client;
  await client.end();
  throw new Error(`the server on port ${port} keeps its data in ${rows[0]?.data_directory}`);
}

async function awaitOwnerLock(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + PARTING_LIMIT_IN_MILLISECONDS;
  while (!(await acquireOwnerLock(client))) {
    if (Date.now() >= deadline) return false;
    await sleep(RETRY_IN_MILLISECONDS);
  }
  return true;
}

async function acquireOwnerLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
    ADVISORY_LOCKS.embedded_owner,
  ]);
  return rows[0]?.is_ours === true;
}
