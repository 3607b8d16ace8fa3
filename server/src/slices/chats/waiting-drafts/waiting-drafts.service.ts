import { isProviderError } from '@overture/adapters/kit/errors';
import type { Prospect } from '@overture/contract/prospects';
import { type ReplyClass, UNDRAFTED_CLASSES } from '@overture/domain/inbound/reply-classes';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { REPLY_CREDITS } from '@overture/domain/money/credits';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runClaims } from '../../../kernel/rounds/rounds.ts';
import { listSuppressed } from '../../suppression-rules/index.ts';
import { lockChat } from '../chats.store.ts';
import { releaseDraftCredits, reserveDraftCredits, spendDraftCredits } from '../drafts/draft-credits.service.ts';
import { type DraftMaterial, gatherMaterial } from '../drafts/draft-material.service.ts';
import { listNames, toExample } from '../drafts/draft-sources.rules.ts';
import { composeDraft } from '../drafts/write-draft.service.ts';
import { deleteDraft } from '../stale-drafts/stale-drafts.store.ts';
import { countOutcome, spendDailyDraft } from './draft-days.store.ts';
import { insertExample } from './style-examples.store.ts';
import * as store from './waiting-drafts.store.ts';

/** Drafts of this process that are written at the same time. */
const AT_ONCE = 6;
/** Of one organization: a flood of replies to one leaves slots to the others. */
const SHARE = 2;
/** Below the lease of a claim. */
const TIME_LIMIT_IN_MS = 90_000;
const MOST_TRIES = 5;

/** Queues a draft after a reply of the lead was stored, in the same transaction. Storing it removed the draft of before. */
export async function requestWaitingDraft(
  tx: TransactionContext,
  reply: { id: number; prospect_id: number; is_forged: boolean },
  found: { class: ReplyClass } | null,
): Promise<void> {
  const isUndrafted = found !== null && UNDRAFTED_CLASSES.includes(found.class);
  if (!reply.is_forged && !isUndrafted) await store.insertWanted(tx, reply);
}

/** Writes the queued drafts, several at a time, until none is left. */
export async function writeWaitingDrafts(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  await runClaims(
    ctx,
    {
      loop: store.DRAFT_WRITER_LOOP,
      share: SHARE,
      at_once: AT_ONCE,
      time_box_in_ms: TIME_LIMIT_IN_MS + 15_000,
      async claim(full) {
        const claimed = await ctx.systemTransaction((tx) => store.claimDraft(tx, full));
        return claimed && { ...claimed, key: String(claimed.id) };
      },
      run: (claimed, end) => writeNext(ctx.forOrganization(claimed.organization_id), claimed, end),
    },
    signal,
  );
}

async function writeNext(ctx: Context, claimed: store.ClaimedDraft, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(TIME_LIMIT_IN_MS);
  let reservation: number | null = null;
  try {
    if (claimed.attempts > MOST_TRIES) throw new Error('its workers ended before it was written');
    const begun = await begin(ctx, claimed);
    if (begun === null) return;
    reservation = begun.reservation;
    const composed = await composeDraft(ctx, begun.material, {}, AbortSignal.any([signal, limit]));
    const isStored = await settle(ctx, claimed, { ...composed, message: composed.response, reservation });
    if (isStored) reservation = null;
  } catch (error) {
    await endFailed(ctx, claimed, { error, isStopped: signal.aborted });
  } finally {
    // Without a draft nothing was spent.
    await releaseDraftCredits(ctx, reservation);
  }
}

/**
 * Checks once more whether the conversation may have a draft, and takes its share of the day and its credit. A draft that is no
 * longer wanted is removed.
 */
async function begin(
  ctx: Context,
  claimed: store.ClaimedDraft,
): Promise<{ material: DraftMaterial; reservation: number | null } | null> {
  return ctx.transaction(async (tx) => {
    const recipient = await store.findRecipient(tx, claimed);
    if (recipient === undefined) return null;
    if (await isUnwanted(tx, recipient)) {
      await lockChat(tx, claimed.prospect_id);
      await deleteDraft(tx, claimed.prospect_id);
      return null;
    }
    const material = await gatherMaterial(tx, recipient.assigned_user_id, claimed.prospect_id);
    const reservation = await reserveDraftCredits(tx, material.campaign?.id ?? null);
    if (!(await spendDailyDraft(tx))) throw new DailyLimitError('the daily limit of drafts is used up');
    return { material, reservation };
  });
}

class DailyLimitError extends Error {
  override readonly name = 'DailyLimitError';
}

/** Drafts were switched off, or the lead is suppressed. */
async function isUnwanted(tx: TransactionContext, recipient: store.Recipient): Promise<boolean> {
  const { is_on, suppressed, is_mail, from_email } = recipient;
  if (!is_on || suppressed !== null) return true;
  if (!is_mail || from_email === null) return false;
  return (await listSuppressed(tx, tx.organization.id, [from_email])).length > 0;
}

/** Stores the draft and its cost. False where a newer reply, or a message of ours, made it stale while it was written. */
async function settle(
  ctx: Context,
  claimed: store.ClaimedDraft,
  draft: Omit<store.WrittenDraft, 'credits'> & { reservation: number | null },
): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    await lockChat(tx, claimed.prospect_id);
    const credits = draft.reservation === null ? 0 : REPLY_CREDITS;
    if (!(await store.storeDraft(tx, claimed, { ...draft, credits }))) return false;
    await spendDraftCredits(tx, draft.reservation, claimed.prospect_id);
    await countOutcome(tx, 'written', credits);
    tx.live.publish('chat_updated', { prospect_id: claimed.prospect_id });
    return true;
  });
}

async function endFailed(
  ctx: Context,
  claimed: store.ClaimedDraft,
  { error, isStopped }: { error: unknown; isStopped: boolean },
): Promise<void> {
  const later = findRetry(ctx, claimed, error, isStopped);
  await ctx.transaction(async (tx) => {
    if (later !== null) return store.postponeDraft(tx, claimed, later);
    if (await store.endUnwritten(tx, claimed, findReason(error)))
      tx.live.publish('chat_updated', { prospect_id: claimed.prospect_id });
    return undefined;
  });
  if (later === null) ctx.log.warn({ reason: String(error), draft: claimed.id }, 'draft for a reply failed');
}

/** When it is tried again; null for a failure that another try won't change. */
function findRetry(ctx: Context, claimed: store.ClaimedDraft, error: unknown, isStopped: boolean): Date | null {
  const now = ctx.clock.now();
  if (isStopped) return now;
  const isPassing = isProviderError(error, 'rate_limited') || isProviderError(error, 'unavailable');
  if (!isPassing || claimed.attempts >= MOST_TRIES) return null;
  const later = new Date(now.getTime() + Math.min(300, 5 * 2 ** claimed.attempts) * 1000);
  return error.until && error.until > later ? error.until : later;
}

const REASONS = new Map<string, store.NotWritten>([
  ['not_enough_credits', 'no_credits'],
  ['credit_cap_reached', 'no_credits'],
  ['subscription_required', 'no_plan'],
  ['reply_unsupported', 'no_source'],
  ['not_configured', 'no_model'],
]);

function findReason(error: unknown): store.NotWritten {
  if (error instanceof DailyLimitError) return 'daily_limit';
  return (error instanceof ApiError && REASONS.get(error.code)) || 'failed';
}

/** A suppressed lead keeps no draft, however it came onto the list. */
export async function removeDraftsOfSuppressed(tx: TransactionContext, prospectId: number | null): Promise<void> {
  const ids = await store.deleteOfSuppressed(tx, prospectId);
  if (ids.length > 0) tx.live.publish('chats_updated', { prospect_ids: ids });
}

/** Whether this draft of a conversation still waits. The conversation is locked. */
export async function hasDraft(tx: TransactionContext, prospectId: number, draftId: number): Promise<boolean> {
  const draft = await store.findDraft(tx, prospectId);
  return draft?.id === draftId && draft.state === 'waiting';
}

/**
 * Counts what became of a draft that is sent, and keeps the user's changes as a sample of style. Call it before the message is stored,
 * which removes the draft.
 */
export async function learnFromDraft(
  tx: TransactionContext,
  given: { prospect: Prospect; draft_id: number | null; sent: string; user_id: number },
): Promise<void> {
  if (given.draft_id === null) return;
  const { prospect, sent, user_id } = given;
  const draft = await store.findDraft(tx, prospect.id);
  if (draft?.id !== given.draft_id || draft.message === null) return;
  const written = draft.message;
  const isChanged = written.trim() !== sent.trim();
  await countOutcome(tx, isChanged ? 'sent_changed' : 'sent_unchanged');
  const example = isChanged ? toExample({ written, sent }, listNames(prospect)) : null;
  if (example !== null)
    await insertExample(tx, { ...example, user_id, prospect_id: prospect.id, kept: INBOX_LIMITS.draft_examples });
}
