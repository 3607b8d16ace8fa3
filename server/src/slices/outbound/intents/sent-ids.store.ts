import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { type OwnMail, ownMail } from './intents.store.ts';

/** The provider's ids of a mail of ours: its draft, and the Message-ID under which it was sent. */

/** Records the draft of a mail about to be sent; false when the caller no longer holds the mail. */
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
 * A copy in the Sent folder shows the Message-ID under which a mail was sent, whatever else is known.
 * @returns the mail, when that is new
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

/** Mails a sender sent since then whose server queue id is one of these words; newest first. */
export async function findQueued(
  tx: Pick<TransactionContext, 'db'>,
  given: { account_id: number; words: readonly string[]; since: Date },
): Promise<OwnMail[]> {
  if (given.words.length === 0) return [];
  const rows = await sql<OwnMail>`select ${ownMail} from outbound_intents
    where queue_id = any(${given.words}::text[]) and account_id = ${given.account_id} and dispatched_at > ${given.since}
    order by id desc limit 20`.execute(tx.db);
  return rows.rows;
}

/** The newest mail that a sender sent to an address of one of these people since then. */
export async function findSentTo(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
  given: { account_id: number; prospect_ids: readonly number[]; email: string; since: Date },
): Promise<OwnMail | null> {
  if (given.prospect_ids.length === 0) return null;
  const rows = await sql<OwnMail>`select ${ownMail} from outbound_intents
    where organization_id = ${tx.organization.id} and prospect_id = any(${given.prospect_ids}::bigint[])
      and account_id = ${given.account_id} and to_email = ${given.email}::citext and state = 'confirmed'
      and channel = 'email' and dispatched_at > ${given.since}
    order by dispatched_at desc limit 1`.execute(tx.db);
  return rows.rows[0] ?? null;
}
