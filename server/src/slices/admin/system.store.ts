import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export async function findDatabase({ db }: Tx): Promise<{ version: string; bytes: number }> {
  const rows = await sql<{ version: string; bytes: number }>`select current_setting('server_version') as version,
    pg_database_size(current_database())::float8 as bytes`.execute(db);
  return rows.rows[0]!;
}

interface ListedWorker {
  id: string;
  host: string | null;
  beat_at: Date;
  is_alive: boolean;
  /** Of its machine, before the database's; null where a former version runs. */
  clock_ahead_in_ms: number | null;
}

/** Processes that run jobs. One that has not beaten for 45 seconds is dead. */
export async function listWorkers({ db }: Tx): Promise<ListedWorker[]> {
  const rows = await sql<ListedWorker>`select worker_id as id, host, beat_at, clock_ahead_in_ms,
      beat_at > statement_timestamp() - interval '45 seconds' as is_alive
    from worker_heartbeats order by beat_at desc limit ${LIST_LIMITS.workers}`.execute(db);
  return rows.rows;
}

export interface QueueState {
  task: string;
  waiting: number;
  running: number;
  failing: number;
  oldest_at: Date | null;
  last_error: string | null;
}

export async function listQueue({ db }: Tx): Promise<QueueState[]> {
  return (await sql<QueueState>`select * from list_job_queue() limit ${LIST_LIMITS.workers}`.execute(db)).rows;
}

export async function countSending({ db }: Tx): Promise<{ due: number; dispatching: number; unconfirmed: number }> {
  const rows = await sql<{ due: number; dispatching: number; unconfirmed: number }>`select
      (select count(*)::int from outbound_intents where state = 'intent' and due_at <= app_now()) as due,
      (select count(*)::int from outbound_intents where state = 'dispatching') as dispatching,
      (select count(*)::int from outbound_intents where state = 'unknown') as unconfirmed`.execute(db);
  return rows.rows[0]!;
}

export interface AdapterState {
  adapter: string;
  succeeded_at: Date | null;
  failed_at: Date | null;
  failures: number;
  last_error: string | null;
}

export async function listAdapters({ db }: Tx): Promise<AdapterState[]> {
  return (
    await sql<AdapterState>`select adapter, succeeded_at, failed_at, failures::float8 as failures, last_error
    from adapter_states order by adapter limit ${LIST_LIMITS.fixed}`.execute(db)
  ).rows;
}
