import type { ChatUpload } from '@overture/contract/outgoing-messages';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { StoredFile } from '../mail/mail-parts.service.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
export type SavedReplyFile = StoredFile & { id: number };

/** Files of a saved reply, in the order they were added. */
export async function listFiles({ db }: Pick<Tx, 'db'>, savedReplyId: number): Promise<SavedReplyFile[]> {
  const rows = await sql<SavedReplyFile>`select id, name, type, size, file_key from saved_reply_files
    where saved_reply_id = ${savedReplyId} order by id limit ${INBOX_LIMITS.files}`.execute(db);
  return rows.rows;
}

export async function insertFiles(
  { db, organization }: Tx,
  savedReplyId: number,
  files: readonly StoredFile[],
): Promise<ChatUpload[]> {
  const rows =
    await sql<ChatUpload>`insert into saved_reply_files (organization_id, saved_reply_id, name, type, size, file_key)
    select ${organization.id}, ${savedReplyId}, name, type, size, file_key
    from json_to_recordset(${toJson(files)}::json) as f (name text, type text, size int, file_key text)
    returning id, name, type, size`.execute(db);
  return rows.rows;
}

/** @param fileId one of them, or all */
export async function deleteFiles(
  { db }: Pick<Tx, 'db'>,
  savedReplyId: number,
  fileId: number | null,
): Promise<StoredFile[]> {
  const isMeant = fileId === null ? sql`true` : sql`id = ${fileId}`;
  const { rows } =
    await sql<StoredFile>`delete from saved_reply_files where saved_reply_id = ${savedReplyId} and ${isMeant}
    returning name, type, size, file_key`.execute(db);
  return rows;
}

/** Files whose saved reply is gone with its user. */
export async function deleteLeft({ db }: SystemTransactionContext, limit: number): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`delete from saved_reply_files where id in (select id from saved_reply_files
    where saved_reply_id is null order by id limit ${limit} for update skip locked)
    returning name, type, size, file_key`.execute(db);
  return rows;
}
