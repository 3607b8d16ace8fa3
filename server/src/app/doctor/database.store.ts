import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { isSynchronous } from '../sending-timeline.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface DatabaseState {
  version: string;
  version_number: number;
  bytes: number;
  connections: number;
  most_connections: number;
  now_in_ms: number;
}

export async function findDatabaseState({ db }: Tx): Promise<DatabaseState> {
  const rows = await sql<DatabaseState>`select current_setting('server_version') as version,
      current_setting('server_version_num')::int as version_number, pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity) as connections, current_setting('max_connections')::int as most_connections,
      extract(epoch from clock_timestamp())::float8 * 1000 as now_in_ms`.execute(db);
  return rows.rows[0]!;
}

/** Servers that follow this one, and whether commits wait for one of them. */
export async function findReplication({ db }: Tx): Promise<{ standbys: number; is_synchronous: boolean }> {
  const { rows } = await sql<{ standbys: number; is_synchronous: boolean }>`select
    (select count(*)::int from pg_stat_replication) as standbys, ${isSynchronous} as is_synchronous`.execute(db);
  return rows[0]!;
}

export async function listMadeMigrations({ db }: Tx): Promise<string[]> {
  const rows = await sql<{ name: string }>`select name from public.migrations order by id limit 10000`.execute(db);
  return rows.rows.map(({ name }) => name);
}

/** Actions that should have left long ago although nothing holds their sender's organization. */
export async function countLate({ db }: Tx): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from (
      select 1 from outbound_intents where state = 'intent' and due_at < app_now() - interval '1 day' limit 10000) as late`.execute(
    db,
  );
  return rows.rows[0]!.count;
}

/** Mailboxes that no process reads: the sequences of their leads continue after a reply. */
export async function countUnreadMailboxes({ db }: Tx): Promise<{ unread: number; mailboxes: number }> {
  const { rows } = await sql<{ unread: number; mailboxes: number }>`select count(*)::int as mailboxes,
    (count(*) filter (where leased_until < statement_timestamp()))::int as unread from mailbox_syncs`.execute(db);
  return rows[0]!;
}
