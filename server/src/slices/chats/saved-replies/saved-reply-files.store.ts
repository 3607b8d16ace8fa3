import type { ChatUpload } from '@overture/contract/outgoing-messages';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
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

export type DeletedFile = StoredFile & {
  /** Another row names it: a file of an imported archive is stored once. */
  is_shared: boolean;
};

const returnDeleted = (deletion: RawBuilder<unknown>) => sql<DeletedFile>`with gone as (${deletion} returning *)
  select name, type, size, file_key, exists (select from saved_reply_files f where f.organization_id = g.organization_id
    and f.file_key = g.file_key and f.id not in (select id from gone)) as is_shared from gone g`;

/** @param fileId one of them, or all */
export async function deleteFiles(
  { db }: Pick<Tx, 'db'>,
  savedReplyId: number,
  fileId: number | null,
): Promise<DeletedFile[]> {
  const isMeant = fileId === null ? sql`true` : sql`id = ${fileId}`;
  const deletion = sql`delete from saved_reply_files where saved_reply_id = ${savedReplyId} and ${isMeant}`;
  return (await returnDeleted(deletion).execute(db)).rows;
}

/** Files whose saved reply is gone with its user. */
export async function deleteLeft({ db }: SystemTransactionContext, limit: number): Promise<DeletedFile[]> {
  const deletion = sql`delete from saved_reply_files where id in (select id from saved_reply_files
    where saved_reply_id is null order by id limit ${limit} for update skip locked)`;
  return (await returnDeleted(deletion).execute(db)).rows;
}
