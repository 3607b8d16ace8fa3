import type { CampaignChoice } from '@overture/domain/campaign/campaign-choice';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toPreview } from '../chat-search.rules.ts';
import { isPausable, type KeptFile } from '../messages.store.ts';
import { restateChat } from '../restate-chat.store.ts';

type Tx = Pick<TransactionContext, 'db'>;

export interface ScheduledMessage {
  id: number;
  kind: 'CHAT' | 'FORWARD';
  account_id: number | null;
  delivery: 'SCHEDULED' | 'PAUSED';
  is_timed: boolean;
  message: string;
  formatted_text: string | null;
  subject_line: string | null;
  cc_emails: string[];
  bcc_emails: string[];
  other_to_emails: string[];
  to_email: string | null;
  forwards_message_id: number | null;
  reference_chain: string[] | null;
  campaign_choice: CampaignChoice | null;
}

type Texts = Pick<ScheduledMessage, 'message' | 'formatted_text'>;

/** A message of ours that has not left, locked; the caller holds its action and its conversation. */
export async function lockScheduled({ db }: Tx, prospectId: number, id: number): Promise<ScheduledMessage | undefined> {
  const rows =
    await sql<ScheduledMessage>`select id, kind, account_id, delivery, is_timed, message, formatted_text, subject_line, cc_emails, bcc_emails,
      other_to_emails, to_email::text as to_email, forwards_message_id, reference_chain, campaign_choice from chat_messages
    where id = ${id} and prospect_id = ${prospectId} and delivery in ('SCHEDULED', 'PAUSED') for update`.execute(db);
  return rows.rows[0];
}

/** Of these messages of ours, those that the lead's reply pauses. */
export async function listPausable({ db }: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await sql<{ id: number }>`select id from chat_messages where id = any(${[...ids]}::bigint[])
    and ${isPausable}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

export async function pauseMessages({ db }: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update chat_messages set delivery = 'PAUSED', error = null where id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

export async function listFileNames({ db }: Tx, messageId: number): Promise<{ name: string }[]> {
  const rows = await sql<{ name: string }>`select name from chat_attachments where message_id = ${messageId}
    order by id limit ${LIST_LIMITS.uploads}`.execute(db);
  return rows.rows;
}

/** Other words; when it leaves, or that it waits for a person, stays as it is. */
export async function updateText({ db }: Tx, id: number, change: Texts): Promise<void> {
  await sql`update chat_messages set message = ${change.message}, formatted_text = ${change.formatted_text}
    where id = ${id}`.execute(db);
}

/** A user decides that a message leaves, even after a reply of the lead. */
export async function updateScheduled(
  { db }: Tx,
  id: number,
  change: Texts & { sent_at: Date; is_timed: boolean },
): Promise<void> {
  await sql`update chat_messages set message = ${change.message}, formatted_text = ${change.formatted_text},
    sent_at = ${change.sent_at}, is_timed = ${change.is_timed},
    delivery = 'SCHEDULED', error = null, decided_at = app_now() where id = ${id}`.execute(db);
}

/** Deletes a message from its conversation; returns its files. */
export async function deleteScheduled(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
  prospectId: number,
  id: number,
): Promise<Omit<KeptFile, 'scan_finding'>[]> {
  const { db } = tx;
  const files = await sql<Omit<KeptFile, 'scan_finding'>>`delete from chat_attachments
    where message_id = ${id} returning name, type, size, file_key, scan`.execute(db);
  await sql`delete from chat_messages where id = ${id}`.execute(db);
  await sql`update chats set message_count = greatest(0, message_count - 1) where prospect_id = ${prospectId}`.execute(
    db,
  );
  // One that its sender held may have begun to leave: the conversation showed it as its last word.
  const last = await sql`select from chats where prospect_id = ${prospectId} and last_message_id = ${id}`.execute(db);
  if (last.rows.length > 0) await restateChat(tx, prospectId);
  // A conversation that held nothing else never was one.
  await sql`delete from chats where prospect_id = ${prospectId} and last_message_id is null and message_count = 0`.execute(
    db,
  );
  return files.rows;
}

/** Messages whose time has come leave now: their conversations show them as sent from this moment. */
export async function beginSending(
  { db }: Pick<SystemTransactionContext, 'db'>,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const begun = await sql<{ id: number; prospect_id: number; message: string; kind: string }>`update chat_messages
      set delivery = 'SENDING', sent_at = ${now}
    where id = any(${[...ids]}::bigint[]) and delivery = 'SCHEDULED' returning id, prospect_id, message, kind`.execute(
    db,
  );
  for (const { id, prospect_id, message, kind } of begun.rows) {
    // Nothing was said to the lead.
    if (kind === 'FORWARD') continue;
    await sql`update chats set last_message_id = m.id, last_message_at = m.sent_at, last_subject = m.subject_line,
        last_preview = ${toPreview(message)}, last_sent_by_prospect = false, returned_at = null
      from chat_messages m where m.id = ${id} and chats.prospect_id = ${prospect_id}
        and (chats.last_message_id is null or chats.last_message_at <= m.sent_at)`.execute(db);
  }
}
