import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { isProviderError } from '../../../kit/errors.ts';
import { queryRows, runStatement } from '../clickhouse-query.api.ts';
import { describeEngine } from '../schema/cluster-words.transform.ts';

/** The lock is a table: a server creates a table of a name only once, for any number of callers. */
const TABLE = 'leads_loading';
/** By this server, or by another one of the cluster. */
const TAKEN = ['TABLE_ALREADY_EXISTS', 'REPLICA_ALREADY_EXISTS'];
const PAUSE_IN_MS = 500;
const RENEWAL_IN_MS = 20_000;
/** By the server's clock: a holder that has not renewed its lock for so long is dead. */
const STALE_AFTER_IN_SECONDS = 120;

/**
 * Waits until no other process loads people into the server's database: ids are assigned in sequence, and several
 * processes and the command line may share one server. The lock of a dead holder is taken over after two minutes.
 * @throws ProviderError; the reason of `signal`
 */
export async function lockServerLoading(
  client: ClickHouseClient,
  signal: AbortSignal,
  cluster: string | null = null,
): Promise<{ release(): Promise<void> }> {
  const token = randomUUID();
  while (!(await take(client, token, signal, cluster))) {
    await dropStale(client, signal);
    await sleep(PAUSE_IN_MS, undefined, { signal });
  }
  const renew = (): void =>
    void runStatement(client, { sql: `ALTER TABLE ${TABLE} MODIFY COMMENT '${token} ${Date.now()}'` }).catch(
      () => undefined,
    );
  const timer = setInterval(renew, RENEWAL_IN_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      if ((await findHolder(client))?.token === token)
        await runStatement(client, { sql: `DROP TABLE IF EXISTS ${TABLE} SYNC` });
    },
  };
}

/** On a cluster it is a table of one server, in a place of Keeper that no second server can take. */
async function take(
  client: ClickHouseClient,
  token: string,
  signal: AbortSignal,
  cluster: string | null,
): Promise<boolean> {
  const engine = describeEngine('MergeTree', TABLE, cluster, 'holder');
  const sql = `CREATE TABLE ${TABLE} (holder String) ENGINE = ${engine} ORDER BY holder COMMENT '${token}'`;
  try {
    await runStatement(client, { sql }, { signal });
    return true;
  } catch (error) {
    if (isProviderError(error) && TAKEN.includes(error.code ?? '')) return false;
    throw error;
  }
}

async function findHolder(client: ClickHouseClient): Promise<{ token: string; age: number } | null> {
  const sql = `SELECT comment, dateDiff('second', metadata_modification_time, now()) AS age FROM system.tables
    WHERE database = currentDatabase() AND name = '${TABLE}'`;
  const [row] = await queryRows<{ comment: string; age: string | number }>(client, { sql });
  return row === undefined ? null : { token: row.comment.split(' ')[0] ?? '', age: Number(row.age) };
}

/**
 * Moved away first: of two processes that see the same dead holder only one moves it, and a lock that was just taken is
 * never dropped.
 */
async function dropStale(client: ClickHouseClient, signal: AbortSignal): Promise<void> {
  const holder = await findHolder(client);
  if (holder === null || holder.age < STALE_AFTER_IN_SECONDS) return;
  const aside = `${TABLE}_${randomUUID().replaceAll('-', '')}`;
  try {
    await runStatement(client, { sql: `RENAME TABLE ${TABLE} TO ${aside}` }, { signal });
    await runStatement(client, { sql: `DROP TABLE IF EXISTS ${aside} SYNC` }, { signal });
  } catch (error) {
    if (!isProviderError(error) || error.kind !== 'rejected') throw error;
  }
}
