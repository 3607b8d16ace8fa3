import { z } from 'zod';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { StoredFile } from '../mail/mail-parts.service.ts';
import { insertAttachments, type KeptFile } from '../messages.store.ts';
import { findWaitingFile, listWaitingFiles, saveScan } from './scans.store.ts';

/** Task that shows a file of someone else to the virus scanner. */
export const scanFileTask = 'scan-file';
/** Files that are scanned at the same time, in all processes; of one organization, one. */
const SIDE_BY_SIDE = 4;
/** Of one file. */
const LIMIT_IN_MS = 120_000;

const payloadSchema = z.object({ file_id: z.number().int() });

/** Stores the files of someone else, and queues their scans. Storing a message does not depend on the scanner. */
export async function insertReceivedFiles(
  tx: TransactionContext,
  messageId: number,
  files: readonly StoredFile[],
): Promise<void> {
  if (files.length === 0) return;
  const scan = tx.ports.file_scanner.is_missing ? null : 'waiting';
  await insertAttachments(
    tx,
    messageId,
    files.map((file) => ({ ...file, scan })),
  );
  await requestScans(tx, messageId);
}

/** Queues the scan of each file of a message that waits for one: a file that the scanner fails at holds up no other. */
export async function requestScans(tx: TransactionContext, messageId: number): Promise<void> {
  if (tx.ports.file_scanner.is_missing) return;
  const queue = `file-scans-${tx.organization.id % SIDE_BY_SIDE}`;
  for (const id of await listWaitingFiles(tx, messageId)) tx.jobs.add(scanFileTask, { file_id: id }, { queue });
}

/**
 * Scans a file unless it has a result. While the scanner cannot be reached, the queue tries again with growing pauses, and people see that the
 * file is not scanned yet.
 */
export async function scanFile(ctx: Context, payload: unknown): Promise<void> {
  const { file_id } = payloadSchema.parse(payload);
  // Switched off since: it stays as it is.
  if (ctx.ports.file_scanner.is_missing) return;
  const file = await ctx.transaction((tx) => findWaitingFile(tx, file_id));
  if (!file) return;
  const opened = await ctx.ports.files.openFile(file.file_key);
  const found =
    opened === null ? null : await ctx.ports.file_scanner.scanFile(opened.stream, AbortSignal.timeout(LIMIT_IN_MS));
  await ctx.transaction(async (tx) => {
    await saveScan(tx, file_id, found);
    tx.live.publish('chat_updated', { prospect_id: file.prospect_id });
  });
}

/** @throws ApiError file_infected */
export function requireHarmless<File extends Pick<KeptFile, 'scan' | 'scan_finding'>>(file: File): File {
  if (file.scan === 'infected') throw new ApiError('file_infected', { finding: file.scan_finding ?? '' });
  return file;
}
