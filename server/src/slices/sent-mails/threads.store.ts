import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface Thread {
  ref_id: number;
  account_id: number;
  /** Message-IDs under which they were sent, oldest first: a follow-up references them. */
  chain: string[];
  /** Of the newest of them. */
  subject: string;
}

/**
 * The confirmed mails for each `ref_id` of a kind, by sender.
 * @param before a `ref_part`: only mails sent before its own, or all while it has not been sent
 */
export async function listThreads(
  tx: Tx,
  kind: string,
  refIds: readonly number[],
  before: number | null = null,
): Promise<Map<number, Thread[]>> {
  const rows = await sql<Thread>`
    select i.ref_id, i.account_id, array_agg(coalesce(i.sent_message_id, i.message_id) order by i.dispatched_at, i.id) as chain,
      (array_agg(coalesce(i.subject, '') order by i.dispatched_at desc, i.id desc))[1] as subject from outbound_intents i
    left join outbound_intents b on b.kind = i.kind and b.ref_id = i.ref_id and b.ref_part = ${before}::bigint
    where i.kind = ${kind} and i.ref_id = any(${refIds}::bigint[]) and i.state = 'confirmed' and i.message_id is not null
      and (b.dispatched_at is null or (i.dispatched_at, i.id) < (b.dispatched_at, b.id))
    group by i.ref_id, i.account_id`.execute(tx.db);
  return Map.groupBy(rows.rows, (row) => row.ref_id);
}
