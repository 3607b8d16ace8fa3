import { createReadStream } from 'node:fs';
import type { ChatUpload } from '@overture/contract/outgoing-messages';
import { ATTACHMENTS, INBOX_LIMITS } from '@overture/domain/limits';
import { findAttachmentProblem } from '@overture/domain/message/attachments';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { describeAttachment } from '../../../kernel/http/upload.ts';
import type { SessionContext, UploadedFile } from '../../../kernel/slice.ts';
import { getProspect } from '../chats.service.ts';
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

/** Keeps a file for the message that is being written. @throws attachment_type, attachment_size, not_found */
export async function addUpload(
  ctx: SessionContext,
  prospectId: number,
  file: UploadedFile | null,
): Promise<ChatUpload> {
  if (file === null) throw new ApiError('validation_failed', {}, { file: 'Choose a file.' });
  const described = await describeAttachment(file);
  await ctx.transaction((tx) => requireRoom(tx, prospectId, ctx.user.id, described));
  const stored = await ctx.ports.files.saveFile(
    'attachments',
    createReadStream(file.path),
    ATTACHMENTS.max_total_in_bytes,
  );
  const kept: StoredFile = { ...described, file_key: stored.key };
  try {
    return await ctx.transaction(async (tx) => {
      // Checked again under a lock: another upload may have taken the room in between.
      await requireRoom(tx, prospectId, ctx.user.id, described);
      const given = { prospect_id: prospectId, user_id: ctx.user.id, files: [kept] };
      const [upload] = await store.insertUploads(tx, given);
      return present(upload!);
    });
  } catch (error) {
    await discardFiles(ctx, [kept]);
    throw error;
  }
}

async function requireRoom(
  tx: TransactionContext,
  prospectId: number,
  userId: number,
  file: { type: string; size: number },
): Promise<void> {
  await getProspect(tx, prospectId);
  const present = await store.listUploads(tx, prospectId, userId, true);
  const used = present.reduce((sum, upload) => sum + upload.size, 0);
  const problem = findAttachmentProblem(file, used);
  if (problem === ATTACHMENTS.too_large_text || present.length >= INBOX_LIMITS.files)
    throw new ApiError('attachment_size');
  if (problem !== null) throw new ApiError('attachment_type');
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
