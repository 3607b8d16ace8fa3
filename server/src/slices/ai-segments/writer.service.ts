import { isProviderError } from '@overture/adapters/kit/errors';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { runClaims } from '../../kernel/rounds/rounds.ts';
import { settleCredits } from '../billing/index.ts';
import { failpoint, failpointSoon } from '../failpoints/index.ts';
import { findOrganization } from '../organization/index.ts';
import { findProspects } from '../prospects/index.ts';
import { fillOrganization } from '../research-tasks/index.ts';
import { refundText } from './reserve-texts.service.ts';
import { findSegmentTasks } from './segments.service.ts';
import { type ClaimedText, claimText, endText, postponeText, type TextEnd, WRITER_LOOP } from './text-work.store.ts';
import { type WritingTask, writeText } from './write-text.service.ts';

/** Texts of this process that are written at the same time. */
const AT_ONCE = 6;
/** Of one organization. */
const SHARE = 4;
/** Below the lease of a claim. */
const TIME_LIMIT_IN_MS = 120_000;
const MOST_TRIES = 5;

/** Writes queued texts, several at a time, until none is left. */
export async function writeQueuedTexts(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  await runClaims(
    ctx,
    {
      loop: WRITER_LOOP,
      share: SHARE,
      at_once: AT_ONCE,
      time_box_in_ms: TIME_LIMIT_IN_MS + 15_000,
      async claim(full) {
        const claimed = await ctx.systemTransaction((tx) => claimText(tx, full));
        return claimed && { ...claimed, key: String(claimed.id) };
      },
      run: (claimed, end) => writeNext(ctx, claimed, end),
    },
    signal,
  );
}

async function writeNext(ctx: SystemContext, claimed: ClaimedText, signal: AbortSignal): Promise<void> {
  const own = ctx.forOrganization(claimed.organization_id);
  await failpoint('before_writing');
  failpointSoon('during_writing', Math.random() * 40);
  const end = await tryToWrite(own, claimed, signal);
  await failpoint('after_writing');
  if (end !== null) await settle(own, claimed, end);
  await failpoint('after_text_commit');
}

/** How a text ended; null when it waits again. Never throws. */
async function tryToWrite(ctx: Context, claimed: ClaimedText, signal: AbortSignal): Promise<TextEnd | null> {
  if (claimed.attempts > MOST_TRIES) return failed('The snippet could not be written: its sources did not respond.');
  const limit = AbortSignal.timeout(TIME_LIMIT_IN_MS);
  try {
    const task = await prepare(ctx, claimed);
    if (task === null) return failed('This snippet no longer exists.');
    return await writeText(ctx, { ...task, signal: AbortSignal.any([signal, limit]) });
  } catch (error) {
    if (signal.aborted) return postpone(ctx, claimed, ctx.clock.now());
    if (limit.aborted) return failed('Writing the snippet took too long.');
    if (isProviderError(error, 'rate_limited') || isProviderError(error, 'unavailable')) {
      const later = new Date(ctx.clock.now().getTime() + Math.min(300, 5 * 2 ** claimed.attempts) * 1000);
      return postpone(ctx, claimed, error.until && error.until > later ? error.until : later);
    }
    if (error instanceof ApiError || isProviderError(error)) return failed(error.message);
    ctx.log.error({ err: error, text: claimed.id }, 'writing a snippet failed');
    return failed('Something went wrong on our side. Nothing was charged.');
  }
}

function failed(reason: string): TextEnd {
  return { state: 'failed', text: null, reason, sources: [] };
}

async function postpone(ctx: Context, claimed: ClaimedText, until: Date): Promise<null> {
  await ctx.transaction((tx) => postponeText(tx, claimed, until));
  return null;
}

/** Input for writing, with the organization's own facts filled in; null when snippet, tasks or lead were deleted. */
async function prepare(ctx: Context, claimed: ClaimedText): Promise<Omit<WritingTask, 'signal'> | null> {
  return ctx.transaction(async (tx) => {
    const { segments, tasks } = await findSegmentTasks(tx, [claimed.segment_id]);
    const [prospect] = await findProspects(tx, [claimed.prospect_id]);
    const self = await findOrganization(tx, tx.organization.id);
    const segment = segments[0];
    if (!segment || !prospect || !self || tasks.length === 0) return null;
    return {
      segment: { ...segment, instructions: fillOrganization(segment.instructions, self) },
      tasks: tasks.map((task) => ({ ...task, prompt: fillOrganization(task.prompt, self) })),
      prospect,
      language: claimed.language,
    };
  });
}

/** Stores a text's result under its claim, and its cost: nothing without a text. */
async function settle(ctx: Context, claimed: ClaimedText, end: TextEnd): Promise<void> {
  await ctx.transaction(async (tx) => {
    const ended = await endText(tx, claimed, end);
    if (ended === null) return;
    if (end.state !== 'written') await refundText(tx, ended);
    else if (ended.reservation_id !== null) {
      const key = `snippet:${ended.id}:${ended.reservation_id}`;
      await settleCredits(tx, ended.reservation_id, [{ key, credits: ended.credits, prospect_id: ended.prospect_id }]);
    }
    await failpoint('before_text_commit');
    tx.live.publish('prospect_campaign', { campaign_id: ended.campaign_id, prospect_ids: [ended.prospect_id] });
  });
}
