import { z } from 'zod';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { StoredFile } from '../mail/mail-parts.service.ts';
import { insertAttachments, type KeptFile } from '../messages.store.ts';
import { listWaitingFiles, saveScan, type WaitingFile } from './scans.store.ts';

/** Task that shows the files of a received message to the virus scanner. */
export const scanFilesTask = 'scan-files';
/** Messages whose files are scanned at the same time, in all processes. */
const SIDE_BY_SIDE = 4;
/** Of one file. */
const LIMIT_IN_MS = 120_000;

const payloadSchema = z.object({ message_id: z.number().int() });

/** Stores the files of someone else, and queues their scan. Storing a message does not depend on the scanner. */
export async function insertReceivedFiles(
  tx: TransactionContext,
  messageId: number,
  files: readonly StoredFile[],
): Promise<void> {
  if (files.length === 0) return;
  if (tx.ports.file_scanner.is_missing) return insertAttachments(tx, messageId, files);
  await insertAttachments(tx, messageId, files, 'waiting');
  tx.jobs.add(scanFilesTask, { message_id: messageId }, { queue: `file-scans-${messageId % SIDE_BY_SIDE}` });
}

/**
 * Scans the files of a message, one after the other. A repeated run scans only what has no result. While the scanner cannot be reached, the
 * queue tries again with growing pauses, and people see that the files are not scanned yet.
 */
export async function scanFiles(ctx: Context, payload: unknown): Promise<void> {
  const { message_id } = payloadSchema.parse(payload);
  // Switched off since: they stay as they are.
  if (ctx.ports.file_scanner.is_missing) return;
  for (const file of await ctx.transaction((tx) => listWaitingFiles(tx, message_id))) await scanFile(ctx, file);
}

async function scanFile(ctx: Context, { id, file_key, prospect_id }: WaitingFile): Promise<void> {
  const opened = await ctx.ports.files.openFile(file_key);
  const found =
    opened === null ? null : await ctx.ports.file_scanner.scanFile(opened.stream, AbortSignal.timeout(LIMIT_IN_MS));
  await ctx.transaction(async (tx) => {
    await saveScan(tx, id, found);
    tx.live.publish('chat_updated', { prospect_id });
  });
}

/** @throws ApiError file_infected */
export function requireHarmless<File extends Pick<KeptFile, 'scan' | 'scan_finding'>>(file: File): File {
  if (file.scan === 'infected') throw new ApiError('file_infected', { finding: file.scan_finding ?? '' });
  return file;
}
