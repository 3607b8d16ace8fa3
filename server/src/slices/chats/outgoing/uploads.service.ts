import { createReadStream } from 'node:fs';
import type { ChatUpload } from '@overture/contract/outgoing-messages';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { findFreeName } from '@overture/domain/message/files/free-name';
import { type FilesProblem, findFileProblem, MESSAGE_FILES } from '@overture/domain/message/files/message-files';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { describeMessageFile } from '../../../kernel/http/upload.ts';
import type { SessionContext, UploadedFile } from '../../../kernel/slice.ts';
import { getProspect } from '../chats.service.ts';
import { type OpenedFile, openPreview } from '../files/attachments.service.ts';
import { discardFiles, type StoredFile } from '../mail/mail-parts.service.ts';
import * as store from './uploads.store.ts';

const FORGOTTEN_IN_A_BATCH = 200;

const present = ({ id, name, type, size }: ChatUpload): ChatUpload => ({ id, name, type, size });

export async function listUploads(ctx: SessionContext, prospectId: number): Promise<ChatUpload[]> {
  return ctx.read(async (tx) => {
    await getProspect(tx, prospectId);
    return (await store.listUploads(tx, prospectId, ctx.user.id)).map(present);
  });
}

/**
 * Keeps a file for the message that is being written, under a name that no other file of it has: formatted text names its images.
 * @throws message_file_type, message_file_size, message_file_count, not_found
 */
export async function addUpload(
  ctx: SessionContext,
  prospectId: number,
  file: UploadedFile | null,
): Promise<ChatUpload> {
  if (file === null) throw new ApiError('validation_failed', {}, { file: 'Choose a file.' });
  const described = await describeMessageFile(file);
  await ctx.transaction((tx) => requireRoom(tx, prospectId, ctx.user.id, described));
  const stored = await ctx.ports.files.saveFile(
    'attachments',
    createReadStream(file.path),
    MESSAGE_FILES.mail_in_bytes,
  );
  const kept: StoredFile = { ...described, file_key: stored.key };
  try {
    return await ctx.transaction(async (tx) => {
      // Checked again under a lock: another upload may have taken the room, or the name, in between.
      const taken = await requireRoom(tx, prospectId, ctx.user.id, described);
      const files = [{ ...kept, name: findFreeName(kept.name, taken) }];
      const [upload] = await store.insertUploads(tx, { prospect_id: prospectId, user_id: ctx.user.id, files });
      return present(upload!);
    });
  } catch (error) {
    await discardFiles(ctx, [kept]);
    throw error;
  }
}

const ERRORS = {
  type: 'message_file_type',
  mail_size: 'message_file_size',
  chat_size: 'message_file_size',
  count: 'message_file_count',
} as const satisfies Record<FilesProblem, string>;

/** @returns the names of the files that are there */
async function requireRoom(
  tx: TransactionContext,
  prospectId: number,
  userId: number,
  file: { name: string; type: string; size: number },
): Promise<string[]> {
  await getProspect(tx, prospectId);
  await store.lockUploads(tx, prospectId);
  const uploads = await store.listUploads(tx, prospectId, userId);
  const problem = findFileProblem(file, uploads);
  if (problem !== null) throw new ApiError(ERRORS[problem]);
  return uploads.map(({ name }) => name);
}

/** A file of the own message. @throws not_found, no_preview */
export async function previewUpload(ctx: SessionContext, prospectId: number, uploadId: number): Promise<OpenedFile> {
  const uploads = await ctx.read((tx) => store.listUploads(tx, prospectId, ctx.user.id));
  return openPreview(ctx, orNotFound(uploads.find(({ id }) => id === uploadId)));
}

/** @throws not_found */
export async function deleteUpload(ctx: SessionContext, prospectId: number, uploadId: number): Promise<void> {
  const files = await ctx.transaction((tx) => store.claimUploads(tx, prospectId, ctx.user.id, [uploadId]));
  if (files.length === 0) throw new ApiError('not_found');
  await discardFiles(ctx, files);
}

/** Files of messages that were not sent within a month. */
export async function deleteForgottenUploads(ctx: SystemContext): Promise<void> {
  for (;;) {
    const files = await ctx.systemTransaction((tx) =>
      store.deleteForgotten(tx, INBOX_LIMITS.upload_days, FORGOTTEN_IN_A_BATCH),
    );
    await discardFiles(ctx, files);
    if (files.length < FORGOTTEN_IN_A_BATCH) return;
  }
}
