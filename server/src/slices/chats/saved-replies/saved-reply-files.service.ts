import type { ChatUpload } from '@overture/contract/outgoing-messages';
import type { ReadContext, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext, UploadedFile } from '../../../kernel/slice.ts';
import { storeFile } from '../files/store-files.service.ts';
import { queueStoredDeletions, type StoredFile } from '../mail/mail-parts.service.ts';
import { copyToUploads } from '../outgoing/uploads.service.ts';
import { deleteSavedReply, findSavedReply, lockSavedReply } from './saved-replies.store.ts';
import * as store from './saved-reply-files.store.ts';

const LEFT_IN_A_BATCH = 200;

/** @throws ApiError message_file_type, message_file_size, message_file_count, not_found */
export function addFile(ctx: SessionContext, id: number, file: UploadedFile | null): Promise<ChatUpload> {
  return storeFile(ctx, file, {
    async listPresent(tx: TransactionContext) {
      orNotFound((await lockSavedReply(tx, ctx.user.id, id)) || undefined);
      return store.listFiles(tx, id);
    },
    insert: (tx: TransactionContext, files: readonly StoredFile[]) => store.insertFiles(tx, id, files),
  });
}

/** Files of a saved reply that the user sees. @throws ApiError not_found */
async function listFiles(tx: ReadContext, userId: number, id: number): Promise<store.SavedReplyFile[]> {
  orNotFound(await findSavedReply(tx, userId, id));
  return store.listFiles(tx, id);
}

/** @throws ApiError not_found */
export async function getFile(ctx: SessionContext, id: number, fileId: number): Promise<store.SavedReplyFile> {
  const files = await ctx.read((tx) => listFiles(tx, ctx.user.id, id));
  return orNotFound(files.find((file) => file.id === fileId));
}

/** @throws ApiError not_found */
export async function deleteFile(ctx: SessionContext, id: number, fileId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await findSavedReply(tx, ctx.user.id, id));
    const files = await store.deleteFiles(tx, id, fileId);
    if (files.length === 0) throw new ApiError('not_found');
    await queueStoredDeletions(tx, files);
  });
}

/** Deletes a saved reply with its files. @throws ApiError not_found */
export async function deleteWithFiles(ctx: SessionContext, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    // A file that is being added is waited for.
    orNotFound((await lockSavedReply(tx, ctx.user.id, id)) || undefined);
    await queueStoredDeletions(tx, await store.deleteFiles(tx, id, null));
    await deleteSavedReply(tx, ctx.user.id, id);
  });
}

/** Copies for the message to a lead that is being written. @throws ApiError message_file_size, message_file_count, send_refused, not_found */
export async function attachFiles(ctx: SessionContext, prospectId: number, id: number): Promise<ChatUpload[]> {
  return copyToUploads(ctx, prospectId, await ctx.read((tx) => listFiles(tx, ctx.user.id, id)));
}

/** Files of saved replies that went with their users. */
export async function deleteLeftFiles(ctx: SystemContext): Promise<void> {
  for (;;) {
    const files = await ctx.systemTransaction(async (tx) => {
      const left = await store.deleteLeft(tx, LEFT_IN_A_BATCH);
      await queueStoredDeletions(tx, left);
      return left;
    });
    if (files.length < LEFT_IN_A_BATCH) return;
  }
}
