import type { Context } from '../../../kernel/context.ts';
import { type DraftInput, requireMessageStep, writeDraft } from '../editor/draft.service.ts';
import { findWorkingCopy } from './revisions.store.ts';
import { readRunning, requireLive } from './working-copy.service.ts';

/**
 * A draft of a message of the working copy; without one, of the flow that runs. Stores nothing.
 * @throws not_found, revision_refused, bad_request for a step without a message, draft_failed, not_configured, rate_limited
 */
export async function draftCopyMessage(
  ctx: Context,
  campaignId: number,
  stepId: number,
  input: DraftInput,
): Promise<{ subject_line: string; message: string }> {
  const step = await ctx.transaction(async (tx) => {
    await requireLive(tx, campaignId);
    const { flow } = await findWorkingCopy(tx, campaignId);
    const nodes = flow ?? (await readRunning(tx, campaignId));
    return requireMessageStep(nodes.find(({ id }) => id === stepId));
  });
  return writeDraft(ctx, step, input);
}
