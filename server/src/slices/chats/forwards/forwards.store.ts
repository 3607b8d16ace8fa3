import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { StoredFile } from '../mail/mail-parts.service.ts';
import type { KeptFile } from '../messages.store.ts';

type Tx = Pick<TransactionContext, 'db'>;

/** Files of a received mail are bounded when it is stored. */
const MOST_FILES = 50;

type MessageFile = StoredFile & Pick<KeptFile, 'scan'> & { id: number };

export async function listMessageFiles({ db }: Tx, messageId: number): Promise<MessageFile[]> {
  const rows = await sql<MessageFile>`select id, name, type, size, file_key, scan from chat_attachments
    where message_id = ${messageId} order by id limit ${MOST_FILES}`.execute(db);
  return rows.rows;
}
