import type { ScanResult } from '@overture/adapters/file-scanner/file-scanner.port';
import { toStorableText } from '@overture/domain/text/storable-text';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db'>;

interface WaitingFile {
  file_key: string;
  prospect_id: number;
}

/** Files of a received message are bounded when it is stored. */
const MOST_FILES = 50;
const LONGEST_FINDING = 200;

/** Files of a message that the scanner has not judged. */
export async function listWaitingFiles({ db }: Tx, messageId: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from chat_attachments
    where message_id = ${messageId} and scan = 'waiting' order by id limit ${MOST_FILES}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

export async function findWaitingFile({ db }: Tx, id: number): Promise<WaitingFile | undefined> {
  const rows = await sql<WaitingFile>`select a.file_key, m.prospect_id
    from chat_attachments a join chat_messages m on m.id = a.message_id
    where a.id = ${id} and a.scan = 'waiting'`.execute(db);
  return rows.rows[0];
}

/** A file that the scanner does not take, or that is gone, stays unscanned. */
export async function saveScan({ db }: Tx, id: number, found: ScanResult | null): Promise<void> {
  const scan = found === null || found.result === 'not_scannable' ? null : found.result;
  const finding = found?.result === 'infected' ? toStorableText(found.finding, LONGEST_FINDING) : null;
  await sql`update chat_attachments set scan = ${scan}, scan_finding = ${finding} where id = ${id}`.execute(db);
}
