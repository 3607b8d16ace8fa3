import type { ChatUpload } from '@overture/contract/outgoing-messages';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { acquireLock } from '../../../kernel/db/advisory-locks.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { StoredFile } from '../mail/mail-parts.service.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type UploadRow = ChatUpload & { file_key: string };

/** Files for a lead arrive one after the other: each is checked against those before it. */
export async function lockUploads({ db }: Pick<Tx, 'db'>, prospectId: number): Promise<void> {
  await sql`select ${acquireLock('message_uploads', prospectId)}`.execute(db);
}

/** Own files of the message to a lead, in the order they were added. */
export async function listUploads({ db }: Tx, prospectId: number, userId: number): Promise<UploadRow[]> {
  const rows = await sql<UploadRow>`select id, name, type, size, file_key from chat_uploads
    where prospect_id = ${prospectId} and user_id = ${userId} order by id limit ${LIST_LIMITS.uploads}`.execute(db);
  return rows.rows;
}

export async function insertUploads(
  { db, organization }: Tx,
  given: { prospect_id: number; user_id: number; files: readonly StoredFile[] },
): Promise<ChatUpload[]> {
  const rows =
    await sql<ChatUpload>`insert into chat_uploads (organization_id, prospect_id, user_id, name, type, size, file_key)
    select ${organization.id}, ${given.prospect_id}, ${given.user_id}, name, type, size, file_key
    from json_to_recordset(${toJson(given.files)}::json) as f (name text, type text, size int, file_key text)
    returning id, name, type, size`.execute(db);
  return rows.rows;
}

/** Whether one of these own files waits for a message. */
export async function hasUploads(
  { db }: Tx,
  prospectId: number,
  userId: number,
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  const rows = await sql`select from chat_uploads where id = any(${[...ids]}::bigint[])
    and prospect_id = ${prospectId} and user_id = ${userId} limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** Those of the ids that are the person's own for this lead; they become files of a message, or go. */
export async function claimUploads(
  { db }: Tx,
  prospectId: number,
  userId: number,
  ids: readonly number[],
): Promise<UploadRow[]> {
  const rows = await sql<UploadRow>`delete from chat_uploads where id = any(${[...ids]}::bigint[])
    and prospect_id = ${prospectId} and user_id = ${userId} returning id, name, type, size, file_key`.execute(db);
  return rows.rows.sort((a, b) => a.id - b.id);
}

/** Files of messages that were not sent for so long, or whose user is gone. */
export async function deleteForgotten(
  { db }: SystemTransactionContext,
  olderThanDays: number,
  limit: number,
): Promise<StoredFile[]> {
  const rows = await sql<StoredFile>`delete from chat_uploads where id in (select id from chat_uploads
      where created_at < app_now() - make_interval(days => ${olderThanDays}) or user_id is null order by created_at limit ${limit} for update skip locked)
    returning name, type, size, file_key`.execute(db);
  return rows.rows;
}
