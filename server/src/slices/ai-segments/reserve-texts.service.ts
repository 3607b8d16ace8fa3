import { randomUUID } from 'node:crypto';
import { sumCredits } from '@overture/domain/money/credits';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { getSpendable, onlyCampaign, releaseCredits, reserveCredits } from '../billing/index.ts';
import { costPerLead } from '../enrichment/index.ts';
import { failpoint } from '../failpoints/index.ts';
import { disabledFeatures, findOrganization } from '../organization/index.ts';
import type { ResearchTask } from '../research-tasks/index.ts';
import type { Segment } from './default-segments.rules.ts';
import { computeFingerprint } from './fingerprint.service.ts';
import { findSegmentTasks } from './segments.service.ts';
import * as store from './text-work.store.ts';

type Tx = TransactionContext;

/** A message that is due waits this long for its snippets, then goes without them. Real time. */
const PATIENCE_IN_SECONDS = 15 * 60;
const PURPOSE = 'AI snippets';
const TOO_LONG = 'The snippet could not be written in time.';

/**
 * Sets credits aside for wanted texts, by organization, and ends those messages have waited for too long.
 * @param patience_in_seconds how long a due message waits
 */
export async function reserveTexts(ctx: SystemContext, patience_in_seconds = PATIENCE_IN_SECONDS): Promise<void> {
  await endLateTexts(ctx, patience_in_seconds);
  const organizations = await ctx.systemRead(store.listWanting);
  await runUnits(ctx, {
    loop: 'snippet-credits',
    units: organizations.map((organization_id) => ({ organization_id, key: 'texts' })),
    share: 1,
    at_once: 2,
    time_box_in_ms: 30_000,
    run: ({ organization_id }) => reserveForOrganization(ctx.forOrganization(organization_id)),
  });
}

/** Runs as a loop of its own: failing to reserve credits for one organization must not delay others. */
async function endLateTexts(ctx: SystemContext, patience_in_seconds: number): Promise<void> {
  const organizations = await ctx.systemRead((read) => store.listLate(read, patience_in_seconds));
  await runUnits(ctx, {
    loop: 'snippet-patience',
    units: organizations.map((organization_id) => ({ organization_id, key: 'texts' })),
    share: 1,
    at_once: 2,
    time_box_in_ms: 30_000,
    run: ({ organization_id }) =>
      ctx.forOrganization(organization_id).transaction(async (tx) => {
        for (const ended of await store.endPatience(tx, patience_in_seconds, TOO_LONG)) await refundText(tx, ended);
      }),
  });
}

async function reserveForOrganization(ctx: Context): Promise<void> {
  await ctx.transaction(async (tx) => {
    const wanted = await store.claimWanted(tx);
    if (wanted.length === 0) return;
    const off = disabledFeatures((await findOrganization(tx, tx.organization.id))!);
    if (off.includes('ai_snippets_enabled')) {
      const reason = 'AI snippets are switched off for your organization.';
      return store.refuseTexts(
        tx,
        wanted.map(({ id }) => ({ id, state: 'failed' as const, reason })),
      );
    }
    const { queued, refused, deferred } = share(wanted, {
      ...(await findSegmentTasks(tx, [...new Set(wanted.map(({ segment_id }) => segment_id))])),
      paid: await store.listPaid(tx, [...new Set(wanted.map(({ campaign_lead_id }) => campaign_lead_id))]),
      spendable: await getSpendable(tx),
    });
    const amount = sumCredits(queued);
    const reservation = await reserveCredits(tx, {
      amount,
      purpose: PURPOSE,
      kind: 'snippets',
      campaign_id: onlyCampaign(
        wanted.filter(({ id }) => queued.some((text) => text.id === id)).map((text) => text.campaign_id),
      ),
      key: `snippets:${randomUUID()}`,
    });
    await store.queueTexts(tx, queued, reservation);
    await store.refuseTexts(tx, refused);
    await store.deferTexts(tx, deferred);
    await failpoint('before_reserve_commit');
  });
  await failpoint('after_reserve_commit');
}

interface Sharing {
  segments: readonly Segment[];
  tasks: readonly ResearchTask[];
  /** `lead:task` pairs that are paid for. */
  paid: Set<string>;
  spendable: Awaited<ReturnType<typeof getSpendable>>;
}

/**
 * The leads whose texts the credits cover, in the given order. A lead pays for a research task once per campaign, however many snippets use
 * it. An uncovered text is refused if a message or user waits for it, and stays requested otherwise.
 */
function share(wanted: readonly store.WantingText[], { segments, tasks, paid, spendable }: Sharing) {
  const queued: store.QueuedText[] = [];
  const refused: Parameters<typeof store.refuseTexts>[1][number][] = [];
  const deferred: number[] = [];
  let left = spendable.credits;
  for (const text of wanted) {
    const segment = segments.find(({ id }) => id === text.segment_id);
    const own = tasks.filter(({ id }) => segment?.enrichment_sources.includes(id));
    const problem = segment ? (own.length === 0 ? TASKS_DELETED : null) : SNIPPET_DELETED;
    if (!segment || problem !== null) {
      refused.push({ id: text.id, state: 'failed', reason: problem ?? SNIPPET_DELETED });
      continue;
    }
    const unpaid = own.filter(({ id }) => !paid.has(`${text.campaign_lead_id}:${id}`));
    const credits = unpaid.reduce((sum, task) => sum + costPerLead(task), 0);
    if (credits > left) {
      if (text.is_urgent)
        refused.push({ id: text.id, state: 'no_credits', reason: tooFew(left, credits, spendable.is_capped) });
      else deferred.push(text.id);
      continue;
    }
    left -= credits;
    for (const { id } of unpaid) paid.add(`${text.campaign_lead_id}:${id}`);
    const paid_prompt_ids = unpaid.map(({ id }) => id);
    queued.push({ id: text.id, credits, paid_prompt_ids, fingerprint: computeFingerprint(segment, text.language) });
  }
  return { queued, refused, deferred };
}

const SNIPPET_DELETED = 'This snippet no longer exists.';
const TASKS_DELETED = 'The research tasks of this snippet no longer exist.';

function tooFew(credits: number, needed: number, isCapped: boolean): string {
  if (isCapped)
    return `The monthly cap of your organization leaves ${credits} credits, but this snippet needs ${needed}.`;
  return `You have ${credits} credits, but this snippet needs ${needed}.`;
}

/** Gives the credits of a text back that cost nothing after all. */
export async function refundText(
  tx: Pick<Tx, 'db' | 'organization' | 'live'>,
  ended: Pick<store.EndedText, 'id' | 'credits' | 'reservation_id'>,
): Promise<void> {
  if (ended.reservation_id === null || ended.credits === 0) return;
  await releaseCredits(tx, ended.reservation_id, [
    { key: `snippet-back:${ended.id}:${ended.reservation_id}`, credits: ended.credits },
  ]);
  await store.clearCredits(tx, [ended.id]);
}

/** Refunds reservations of texts that were deleted with their lead. */
export async function releaseForgotten(ctx: SystemContext): Promise<void> {
  const forgotten = await ctx.systemTransaction(store.listForgotten);
  await runUnits(ctx, {
    loop: store.LEFTOVERS_LOOP,
    units: forgotten.map((one) => ({ ...one, key: String(one.reservation_id) })),
    share: forgotten.length,
    at_once: 2,
    time_box_in_ms: 30_000,
    run: ({ organization_id, reservation_id, credits }) =>
      ctx
        .forOrganization(organization_id)
        .transaction((tx) => releaseCredits(tx, reservation_id, [{ key: `snippets-rest:${reservation_id}`, credits }])),
  });
}
