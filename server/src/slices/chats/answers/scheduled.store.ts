import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { previewOf } from '../chats.rules.ts';

type Tx = Pick<TransactionContext, 'db'>;

export interface ScheduledMessage {
  id: number;
  account_id: number | null;
  delivery: 'SCHEDULED' | 'PAUSED';
  is_timed: boolean;
  message: string;
  subject_line: string | null;
  cc_emails: string[];
  to_email: string | null;
}

/** A message of ours that has not left, locked; the caller holds its action and its conversation. */
export async function lockScheduled({ db }: Tx, prospectId: number, id: number): Promise<ScheduledMessage | undefined> {
  const rows = await sql<ScheduledMessage>`select id, account_id, delivery, is_timed, message, subject_line, cc_emails,
      to_email::text as to_email from chat_messages
    where id = ${id} and prospect_id = ${prospectId} and delivery in ('SCHEDULED', 'PAUSED') for update`.execute(db);
  return rows.rows[0];
}

export async function updateScheduled(
  { db }: Tx,
  id: number,
  change: { message: string; sent_at: Date; is_timed: boolean },
): Promise<void> {
  await sql`update chat_messages set message = ${change.message}, sent_at = ${change.sent_at}, is_timed = ${change.is_timed},
    delivery = 'SCHEDULED', error = null where id = ${id}`.execute(db);
}

/** Takes a message out of its conversation; answers its files, which belong to nobody then. */
export async function deleteScheduled(
  { db }: Tx,
  prospectId: number,
  id: number,
): Promise<{ name: string; type: string; size: number; file_key: string }[]> {
  const files = await sql<{ name: string; type: string; size: number; file_key: string }>`delete from chat_attachments
    where message_id = ${id} returning name, type, size, file_key`.execute(db);
  await sql`delete from chat_messages where id = ${id}`.execute(db);
  await sql`update chats set message_count = greatest(0, message_count - 1) where prospect_id = ${prospectId}`.execute(
    db,
  );
  // A conversation that held nothing else never was one.
  await sql`delete from chats where prospect_id = ${prospectId} and last_message_id is null and message_count = 0`.execute(
    db,
  );
  return files.rows;
}

/** Messages whose time has come leave now: they stand in their conversations from here on as sent at this moment. */
export async function beginSending(
  { db }: Pick<SystemTransactionContext, 'db'>,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const begun = await sql<{ id: number; prospect_id: number; message: string }>`update chat_messages
      set delivery = 'SENDING', sent_at = ${now}
    where id = any(${[...ids]}::bigint[]) and delivery = 'SCHEDULED' returning id, prospect_id, message`.execute(db);
  for (const { id, prospect_id, message } of begun.rows) {
    await sql`update chats set last_message_id = m.id, last_message_at = m.sent_at, last_subject = m.subject_line,
        last_preview = ${previewOf(message)}, last_sent_by_prospect = false, returned_at = null
      from chat_messages m where m.id = ${id} and chats.prospect_id = ${prospect_id}
        and (chats.last_message_id is null or chats.last_message_at <= m.sent_at)`.execute(db);
  }
}
