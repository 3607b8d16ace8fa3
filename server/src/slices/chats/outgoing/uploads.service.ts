import type { ChatUpload } from '@overture/contract/outgoing-messages';
import { INBOX_LIMITS } from '@overture/domain/limits';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext, UploadedFile } from '../../../kernel/slice.ts';
import { getProspect } from '../chats.service.ts';
import { type OpenedFile, openPreview } from '../files/attachments.service.ts';
import { storeCopies, storeFile } from '../files/store-files.service.ts';
import { queueStoredDeletions, type StoredFile } from '../mail/mail-parts.service.ts';
import * as store from './uploads.store.ts';

const FORGOTTEN_IN_A_BATCH = 200;

const present = ({ id, name, type, size }: ChatUpload): ChatUpload => ({ id, name, type, size });

export async function listUploads(ctx: SessionContext, prospectId: number): Promise<ChatUpload[]> {
  return ctx.read(async (tx) => {
    await getProspect(tx, prospectId);
    return (await store.listUploads(tx, prospectId, ctx.user.id)).map(present);
  });
}

/** The message that a user writes to a lead. */
const placeOf = (prospect_id: number, user_id: number) => ({
  async listPresent(tx: TransactionContext) {
    await getProspect(tx, prospect_id);
    await store.lockUploads(tx, prospect_id);
    return store.listUploads(tx, prospect_id, user_id);
  },
  async insert(tx: TransactionContext, files: readonly StoredFile[]) {
    return (await store.insertUploads(tx, { prospect_id, user_id, files })).map(present);
  },
});

/** Stores a file for the message that is being written. @throws message_file_type, message_file_size, message_file_count, not_found */
export const addUpload = (ctx: SessionContext, prospectId: number, file: UploadedFile | null): Promise<ChatUpload> =>
  storeFile(ctx, file, placeOf(prospectId, ctx.user.id));

/** Copies of files for the message that is being written. @throws message_file_size, message_file_count, send_refused, not_found */
export const copyToUploads = (
  ctx: SessionContext,
  prospectId: number,
  files: readonly StoredFile[],
): Promise<ChatUpload[]> => storeCopies(ctx, files, placeOf(prospectId, ctx.user.id));

/** A file of the own message. @throws not_found, no_preview */
export async function previewUpload(ctx: SessionContext, prospectId: number, uploadId: number): Promise<OpenedFile> {
  const uploads = await ctx.read((tx) => store.listUploads(tx, prospectId, ctx.user.id));
  return openPreview(ctx, orNotFound(uploads.find(({ id }) => id === uploadId)));
}

/** @throws not_found */
export async function deleteUpload(ctx: SessionContext, prospectId: number, uploadId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    const files = await store.claimUploads(tx, prospectId, ctx.user.id, [uploadId]);
    if (files.length === 0) throw new ApiError('not_found');
    await queueStoredDeletions(tx, files);
  });
}

/** Files of messages that were not sent within a month, and of users who were deleted. */
export async function deleteForgottenUploads(ctx: SystemContext): Promise<void> {
  for (;;) {
    const files = await ctx.systemTransaction(async (tx) => {
      const forgotten = await store.deleteForgotten(tx, INBOX_LIMITS.upload_days, FORGOTTEN_IN_A_BATCH);
      await queueStoredDeletions(tx, forgotten);
      return forgotten;
    });
    if (files.length < FORGOTTEN_IN_A_BATCH) return;
  }
}
