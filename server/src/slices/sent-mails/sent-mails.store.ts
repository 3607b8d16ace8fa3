import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { parseQueueId } from './queue-ids.rules.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface OwnMail {
  intent_id: number;
  /** Ours. */
  message_id: string;
  /** The one under which it left, where it is known and not ours. */
  sent_message_id: string | null;
  /** The queue id of the receiving server, if its response contained one. */
  queue_id: string | null;
  kind: string;
  ref_id: number;
  ref_part: number;
  account_id: number;
  prospect_id: number | null;
  campaign_id: number | null;
  state: string;
}

/** Columns of an `OwnMail`, of `outbound_intents`. */
const ownMail = sql`id as intent_id, message_id, sent_message_id, queue_id, kind, ref_id, ref_part, account_id,
  prospect_id, campaign_id, state`;

/**
 * Mails of ours, by our ids or by those under which they left (without angle brackets). Relays like Amazon SES make the Message-ID of the name in
 * their queue.
 */
export async function findOwnMails(tx: Tx, messageIds: readonly string[]): Promise<OwnMail[]> {
  if (messageIds.length === 0) return [];
  const queueIds = messageIds.flatMap((id) => parseQueueId(id) ?? []);
  const rows = await sql<OwnMail>`select ${ownMail} from outbound_intents
    where message_id = any(${messageIds}::text[]) or sent_message_id = any(${messageIds}::text[]) or queue_id = any(${queueIds}::text[])
    order by id`.execute(tx.db);
  return rows.rows;
}

export interface SentMailRow extends Omit<OwnMail, 'sent_message_id' | 'queue_id'> {
  sent_at: Date;
  to_email: string;
  to_name: string | null;
  subject: string;
  body_text: string;
  body_html: string | null;
  in_reply_to: string | null;
  reference_chain: string[];
  attachments: { file_key: string; name: string; type: string; size: number }[] | null;
}

/** Mails as they left, for the timeline; `message_id` is the one under which they left, where that is known. */
export async function listSentMails(tx: Tx, intentIds: readonly number[]): Promise<SentMailRow[]> {
  const rows =
    await sql<SentMailRow>`select id as intent_id, coalesce(sent_message_id, message_id) as message_id, kind, ref_id,
      ref_part, account_id, prospect_id, campaign_id, state, dispatched_at as sent_at, to_email::text, to_name, subject, body_text, body_html, in_reply_to,
      coalesce(reference_chain, '{}') as reference_chain, attachments
    from outbound_intents where id = any(${intentIds}::bigint[]) and state = 'confirmed' and channel = 'email'
    order by id`.execute(tx.db);
  return rows.rows;
}

/**
 * Records the Message-ID under which a mail was sent. A copy in the Sent folder proves it.
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
