import { createReadStream } from 'node:fs';
import { findFreeName } from '@overture/domain/message/files/free-name';
import {
  type FilesProblem,
  findFileProblem,
  findFilesProblem,
  MESSAGE_FILES,
} from '@overture/domain/message/files/message-files';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { describeMessageFile } from '../../../kernel/http/upload.ts';
import type { SessionContext, UploadedFile } from '../../../kernel/slice.ts';
import { discardFiles, type StoredFile } from '../mail/mail-parts.service.ts';

/** Where a file is to be: a message being written, or a saved reply. */
interface FilePlace<Row> {
  /** Files that are there. Locks the place: two files that arrive at the same time are checked one after the other. */
  listPresent(tx: TransactionContext): Promise<readonly { name: string; size: number }[]>;
  insert(tx: TransactionContext, files: readonly StoredFile[]): Promise<Row[]>;
}

const ERRORS = {
  type: 'message_file_type',
  mail_size: 'message_file_size',
  chat_size: 'message_file_size',
  count: 'message_file_count',
} as const satisfies Record<FilesProblem, string>;

function refuse(problem: FilesProblem | null): void {
  if (problem !== null) throw new ApiError(ERRORS[problem]);
}

/**
 * Stores a file that arrived, under a name that no other file there has: formatted text names its images.
 * @throws ApiError message_file_type, message_file_size, message_file_count
 */
export async function storeFile<Row>(
  ctx: SessionContext,
  file: UploadedFile | null,
  place: FilePlace<Row>,
): Promise<Row> {
  if (file === null) throw new ApiError('validation_failed', {}, { file: 'Choose a file.' });
  const described = await describeMessageFile(file);
  const requireRoom = async (tx: TransactionContext): Promise<void> =>
    refuse(findFileProblem(described, await place.listPresent(tx)));
  await ctx.transaction(requireRoom);
  const content = createReadStream(file.path);
  const { key } = await ctx.ports.files.saveFile('attachments', content, MESSAGE_FILES.mail_in_bytes);
  // Checked again: another upload may have taken the room, or the name, in between.
  const [row] = await insertFiles(ctx, [{ ...described, file_key: key }], place);
  return row!;
}

/**
 * Puts copies of files somewhere: deleting the ones does not change the others.
 * @throws ApiError message_file_size, message_file_count, send_refused
 */
export async function storeCopies<Row>(
  ctx: SessionContext,
  files: readonly StoredFile[],
  place: FilePlace<Row>,
): Promise<Row[]> {
  await ctx.transaction(async (tx) => refuse(findFilesProblem([...(await place.listPresent(tx)), ...files], 'IMAP')));
  return insertFiles(ctx, await copyFiles(ctx, files), place);
}

/** @param files saved already; deleted again if they cannot be put there */
async function insertFiles<Row>(
  ctx: SessionContext,
  files: readonly StoredFile[],
  { listPresent, insert }: FilePlace<Row>,
): Promise<Row[]> {
  try {
    return await ctx.transaction(async (tx) => {
      const present = await listPresent(tx);
      refuse(findFilesProblem([...present, ...files], 'IMAP'));
      const taken = present.map(({ name }) => name);
      const named = files.map((file) => {
        const name = findFreeName(file.name, taken);
        taken.push(name);
        return { ...file, name };
      });
      return insert(tx, named);
    });
  } catch (error) {
    await discardFiles(ctx, files);
    throw error;
  }
}

/** @throws ApiError send_refused for a file that is gone */
export async function copyFiles(ctx: SessionContext, files: readonly StoredFile[]): Promise<StoredFile[]> {
  const copies: StoredFile[] = [];
  try {
    for (const { name, type, size, file_key } of files) {
      const content = await ctx.ports.files.readFile(file_key, MESSAGE_FILES.mail_in_bytes);
      if (content === null)
        throw new ApiError('send_refused', { reason: `The file ${name} is no longer there. Leave it out.` });
      const saved = await ctx.ports.files.saveFile('attachments', content, MESSAGE_FILES.mail_in_bytes);
      copies.push({ name, type, size, file_key: saved.key });
    }
    return copies;
  } catch (error) {
    await discardFiles(ctx, copies);
    throw error;
  }
}
