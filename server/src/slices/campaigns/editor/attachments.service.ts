import { createReadStream } from 'node:fs';
import type { Step } from '@overture/contract/campaigns';
import { stepKind } from '@overture/domain/flow/step-types';
import { ATTACHMENTS } from '@overture/domain/limits';
import { findAttachmentProblem } from '@overture/domain/message/attachments';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { describeAttachment } from '../../../kernel/http/upload.ts';
import type { UploadedFile } from '../../../kernel/slice.ts';
import { queueFileDeletions } from '../../../kernel/uploads/file-deletions.ts';
import * as store from '../flow/attachments.store.ts';
import { findNodeById } from '../flow/flow.store.ts';
import { presentAttachments } from '../settings/campaigns.rules.ts';

export type StepAttachments = Pick<Step, 'id' | 'attachments' | 'attachment_total_size'>;

/**
 * Attaches an uploaded file to a message step. The file type is detected from its first bytes; a contradicting name or header is refused.
 * @throws attachment_type, attachment_size, not_found
 */
export async function addAttachment(
  ctx: Context,
  campaignId: number,
  stepId: number,
  file: UploadedFile | null,
): Promise<StepAttachments> {
  if (file === null) throw new ApiError('validation_failed', {}, { file: 'Choose a file.' });
  const attachment = { campaign_id: campaignId, node_id: stepId, ...(await describeAttachment(file)) };
  await ctx.transaction(async (tx) => {
    await requireMessageStep(tx, campaignId, stepId);
    requireRoom(attachment, await store.listAttachmentsOfStep(tx, stepId));
  });
  const stored = await ctx.ports.files.saveFile(
    'attachments',
    createReadStream(file.path),
    ATTACHMENTS.max_total_in_bytes,
  );
  try {
    return await ctx.transaction(async (tx) => {
      await requireMessageStep(tx, campaignId, stepId);
      // Checked again under a lock: another upload may have used the space.
      requireRoom(attachment, await store.listAttachmentsOfStep(tx, stepId, true));
      await store.insertAttachment(tx, { ...attachment, file_key: stored.key });
      return { id: stepId, ...presentAttachments(await store.listAttachmentsOfStep(tx, stepId)) };
    });
  } catch (error) {
    await ctx.ports.files.deleteFile(stored.key);
    throw error;
  }
}

async function requireMessageStep(tx: TransactionContext, campaignId: number, stepId: number): Promise<void> {
  const node = orNotFound(await findNodeById(tx, stepId));
  const isFitting = node.campaign_id === campaignId && node.kind === 'step' && stepKind(node.type).takes_attachments;
  if (!isFitting) throw new ApiError('not_found');
}

function requireRoom(file: { type: string; size: number }, present: readonly store.AttachmentRow[]): void {
  const problem = findAttachmentProblem(file, presentAttachments(present).attachment_total_size);
  if (problem !== null)
    throw new ApiError(problem === ATTACHMENTS.too_large_text ? 'attachment_size' : 'attachment_type');
}

/** Removes an attachment; its file goes with the last attachment that names it. @throws not_found */
export async function deleteAttachment(
  ctx: Context,
  key: { campaign_id: number; node_id: number; id: number },
): Promise<void> {
  await ctx.transaction(async (tx) => queueFileDeletions(tx, [orNotFound(await store.deleteAttachment(tx, key))]));
}
