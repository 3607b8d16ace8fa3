import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';

/** What a provider calls a mail of ours: the draft as which it is to leave, and the Message-ID under which it left. */

/** Writes down the draft of a mail that is about to be sent; false when the mail is not the caller's to send any more. */
export async function setDraftId(
  tx: Pick<SystemTransactionContext, 'db'>,
  given: { id: number; lease_token: number; draft_id: string },
): Promise<boolean> {
  const rows = await sql`update outbound_intents set draft_id = ${given.draft_id}
    where id = ${given.id} and lease_token = ${given.lease_token} and state = 'dispatching' returning id`.execute(
    tx.db,
  );
  return rows.rows.length > 0;
}

/**
 * A copy in a sender's Sent folder tells under which Message-ID a mail of ours left, whatever else is known of its sending.
 * @returns the mail, when that is news
 */
export async function recordSentId(
  tx: Pick<TransactionContext, 'db'>,
  seen: { account_id: number; message_id: string; sent_message_id: string },
): Promise<number | null> {
  const rows = await sql<{ id: number }>`update outbound_intents set sent_message_id = ${seen.sent_message_id}
    where message_id = ${seen.message_id} and account_id = ${seen.account_id} and message_id <> ${seen.sent_message_id}
      and sent_message_id is distinct from ${seen.sent_message_id} returning id`.execute(tx.db);
  return rows.rows[0]?.id ?? null;
}
