import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import type { OwnMail, SentMailRow } from '../sent-mails/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** The person an action of this account was sent to, by the account's id of them; null without one. */
export async function findRecipient(tx: Tx, accountId: number, providerId: string): Promise<number | null> {
  const rows = await sql<{ prospect_id: number }>`select prospect_id from outbound_intents
    where account_id = ${accountId} and to_linkedin = ${providerId} and prospect_id is not null
    order by id desc limit 1`.execute(tx.db);
  return rows.rows[0]?.prospect_id ?? null;
}

export interface SentActionRow extends Omit<OwnMail, 'message_id'> {
  action: LinkedinAction;
  sent_at: Date;
  to_name: string | null;
  subject: string | null;
  body_text: string;
  provider_ref: string | null;
  /** The provider's conversation that contains the message. */
  provider_chat: string | null;
  attachments: SentMailRow['attachments'];
}

/** Texts sent to people on LinkedIn, for the timeline; actions without a text are left out. */
export async function listSentActions(tx: Tx, intentIds: readonly number[]): Promise<SentActionRow[]> {
  const rows =
    await sql<SentActionRow>`select id as intent_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, state,
      action, dispatched_at as sent_at, to_name, subject, body_text, provider_ref, provider_chat, attachments
    from outbound_intents where id = any(${intentIds}::bigint[]) and state = 'confirmed' and channel = 'linkedin'
      and action in ('invite', 'message', 'inmail') and body_text is not null and code is distinct from 'nothing_to_do'
    order by id`.execute(tx.db);
  return rows.rows;
}

const isMessage = sql`channel = 'linkedin' and action in ('invite', 'message', 'inmail')`;

/** A message as the provider reports it. */
interface Said {
  message_id: string;
  text: string;
  sent_at: string;
  attachments: readonly unknown[];
}

/** Removes all spaces, and composes accents: providers change them. */
export const squeeze = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(normalize(${text}, NFC), '[\\s\\u00a0\\u200b-\\u200f\\u202f\\u2060\\ufeff]+', '', 'g')`;

const isBegun = sql`${isMessage} and state in ('dispatching', 'unknown', 'parked', 'confirmed')`;

/** SQL that is true for a message with this text whose sending has begun. A file without a text is matched by `claimFiles`. */
const hasText = ({ text, attachments }: Said) =>
  sql`${isBegun} and ${isFile({ text, attachments })}::boolean is false and ${squeeze(sql`body_text`)} = ${squeeze(sql`${text}::text`)}`;

const isFile = ({ text, attachments }: Pick<Said, 'text' | 'attachments'>): boolean =>
  text.trim() === '' && attachments.length > 0;

/**
 * True when one of our own LinkedIn messages is (or may be) an action of the outbox: known by its id, or with the same text to the person
 * from an action in flight or unconfirmed, or one of its files.
 */
export async function isMessageOfOurs(
  tx: Tx,
  given: Said & { account_id: number; prospect_id: number },
): Promise<boolean> {
  const isTo = sql`account_id = ${given.account_id} and prospect_id = ${given.prospect_id}`;
  const rows = await sql<{ id: number }>`select id from outbound_intents where ${isTo} and channel = 'linkedin'
      and (provider_ref = ${given.message_id} or (${hasText(given)}))`.execute(tx.db);
  return isOfIntents(tx, given, rows.rows, isTo);
}

/** Whether the outbox sent this message to the person, also as another lead: one who was merged, unlinked, or is listed twice. */
export async function isSentToPerson(
  tx: Tx,
  given: Said & { account_id: number; provider_id: string | null },
): Promise<boolean> {
  const isTo = sql`account_id = ${given.account_id} and to_linkedin = ${given.provider_id}`;
  const rows = await sql<{ id: number }>`select id from outbound_intents where account_id = ${given.account_id}
      and ${isMessage} and provider_ref = ${given.message_id}
    union all select id from outbound_intents where ${isTo} and ${hasText(given)}`.execute(tx.db);
  return isOfIntents(tx, given, rows.rows, isTo);
}

/** @param named actions with the id or the text of the message */
async function isOfIntents(
  tx: Tx,
  given: Said,
  named: readonly { id: number }[],
  isTo: RawBuilder<unknown>,
): Promise<boolean> {
  if (given.attachments.length === 0) return named.length > 0;
  if (named.length > 0) {
    // The files in the same message as the text are no messages of their own.
    await claimFiles(tx, given, sql`id = any(${named.map(({ id }) => id)}::bigint[])`);
    return true;
  }
  return isFile(given) && (await claimFiles(tx, given, isTo));
}

/**
 * Messengers send each file as a separate message. One without a text is ours if a message with files was sent within ten minutes, and not all
 * of its files have been seen: the next one is a file that a user sent. False if no action is left for these files.
 */
async function claimFiles(
  tx: Tx,
  { message_id, sent_at, attachments }: Said,
  isMeant: RawBuilder<unknown>,
): Promise<boolean> {
  const isSeen = sql`coalesce(${message_id} = any(seen_file_ids), false)`;
  const isLeft = sql`coalesce(cardinality(seen_file_ids), 0) < jsonb_array_length(attachments)`;
  const rows = await sql`update outbound_intents i set seen_file_ids = case when ${isSeen} then seen_file_ids
      else coalesce(seen_file_ids, '{}') || array_fill(${message_id}::text, array[${Math.min(attachments.length, MOST_FILES)}::int]) end
    where i.id = (select id from outbound_intents where ${isMeant} and ${isBegun} and attachments is not null and (${isSeen} or ${isLeft})
        and dispatched_at between ${sent_at}::timestamptz - interval '10 minutes' and ${sent_at}::timestamptz + interval '10 minutes'
      order by ${isSeen} desc, dispatched_at, id limit 1 for no key update)
      and (${isSeen} or ${isLeft})`.execute(tx.db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** More files than any message of ours has. */
const MOST_FILES = 50;
