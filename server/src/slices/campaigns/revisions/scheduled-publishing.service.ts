import type { RevisionCopy } from '@overture/contract/revisions';
import { findTimedRefusal, findTimeProblem, TIMED_TRIES } from '@overture/domain/flow/timed-publishing';
import { REVISION_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import { loadNow } from '../../../kernel/clock.ts';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { failpoint } from '../../failpoints/index.ts';
import { acquireCampaignMutex, findCampaign } from '../settings/campaigns.store.ts';
import { describeLeft, MISSED_REASONS, type MissedCause } from './missed-publishing.rules.ts';
import { mailMissed } from './missed-publishing.service.ts';
import { ASKED_NOW, type PublishInput, publishSeen, requirePublishable } from './publish.service.ts';
import { refused } from './revision-nodes.service.ts';
import { findWorkingCopy } from './revisions.store.ts';
import * as store from './scheduled-publishing.store.ts';
import { presentCopy, requireLive, requireSeen } from './working-copy.service.ts';

type Tx = TransactionContext;

interface ScheduleInput extends PublishInput {
  at: string;
  seen: NonNullable<PublishInput['seen']>;
}

/**
 * Chooses when the working copy is published. It has to be one that could be published now.
 * @throws not_found, revision_refused, changed_meanwhile, impact_moved, activation_refused
 */
export async function scheduleCopy(ctx: Context, campaignId: number, given: ScheduleInput): Promise<RevisionCopy> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    const campaign = await requireLive(tx, campaignId);
    await requireSeen(tx, campaignId, given.version);
    if ((await findWorkingCopy(tx, campaignId)).publish_at !== null)
      throw refused('A time is chosen already. Cancel it before you choose another one.');
    const at = new Date(given.at);
    const problem = findTimeProblem(at, await loadNow(tx));
    if (problem !== null) throw refused(TIME_PROBLEMS[problem]);
    await requirePublishable(tx, campaign, given.seen);
    const { moves_waiting, reopens, lookup_credits, seen } = given;
    await store.saveTime(tx, campaignId, {
      at,
      choice: {
        moves_waiting: moves_waiting ?? true,
        reopens: reopens ?? false,
        ...(lookup_credits == null ? {} : { lookup_credits }),
        seen,
      },
    });
    tx.live.publish('campaign_status', { campaign_id: campaignId, status: campaign.status });
    return presentCopy(tx, campaignId);
  });
}

const TIME_PROBLEMS = {
  past: 'Please choose a time that is still to come.',
  far: `Please choose a time within ${REVISION_LIMITS.timed_days} days.`,
};

/**
 * Unschedules; the working copy is kept. A time that has passed keeps its outcome.
 * @throws not_found, revision_refused, changed_meanwhile
 */
export async function unscheduleCopy(ctx: Context, campaignId: number, version: number): Promise<RevisionCopy> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    const campaign = await requireLive(tx, campaignId);
    await requireSeen(tx, campaignId, version);
    const time = await store.clearTime(tx, campaignId, null);
    if (time) {
      await mailMissed(tx, campaignId, { time, cause: 'cancelled', reason: 'A colleague cancelled the time.' });
      tx.live.publish('campaign_status', { campaign_id: campaignId, status: campaign.status });
    }
    return presentCopy(tx, campaignId);
  });
}

const COPIES_A_LOOK = 20;

/**
 * Publishes the working copies that are due, each once: publishing ends the schedule in its own transaction and takes the campaign's mutex
 * before reading. A copy that may not be published records the reason. Each try is postponed before it begins, so copies that fail or kill
 * their worker don't block the others (docs/decisions/0236). An idle round reads the first row of one index.
 */
export async function publishDueCopies(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const copies = await ctx.systemRead((read) => store.listDueCopies(read, COPIES_A_LOOK));
  await runUnits(
    ctx,
    {
      loop: store.PUBLISHING_LOOP,
      units: copies.map((due) => ({ ...due, key: String(due.campaign_id) })),
      share: COPIES_A_LOOK,
      at_once: 2,
      time_box_in_ms: 120_000,
      async run(due) {
        const claim = await ctx.systemTransaction((tx) => store.claimDueCopy(tx, due));
        if (claim === undefined) return;
        await failpoint('after_publish_claim');
        const maker = ctx.forOrganization(due.organization_id, claim.actor);
        await publishDueCopy(maker, ctx.forOrganization(due.organization_id), { ...due, ...claim });
      },
    },
    signal,
  );
}

/**
 * @param maker the user it is published for
 * @param teller the context that records a failure
 */
async function publishDueCopy(
  maker: Context,
  teller: Context,
  { campaign_id: campaignId, left_by }: store.DueCopy & store.ClaimedCopy,
): Promise<void> {
  try {
    if (left_by !== null) throw new Missed('left', describeLeft(left_by));
    await maker.transaction((tx) => publishDue(tx, campaignId));
    await failpoint('after_publish_commit');
  } catch (error) {
    const missed = toMissedPublish(error);
    if (missed === null)
      maker.log.error({ err: error, campaign_id: campaignId }, 'a working copy could not be published at its time');
    await teller.transaction((tx) => recordMissedPublish(tx, campaignId, missed));
    await failpoint('after_refusal_commit');
  }
}

async function publishDue(tx: Tx, campaignId: number): Promise<void> {
  await store.setLockTimeout(tx);
  await acquireCampaignMutex(tx, campaignId);
  const due = await store.findDueCopy(tx, campaignId);
  if (!due) return;
  const refusal = findTimedRefusal(due, await loadNow(tx));
  if (refusal !== null) throw new Missed(refusal, MISSED_REASONS[refusal]);
  if ((await findCampaign(tx, campaignId))?.status === 'ARCHIVED')
    throw new Missed('archived', MISSED_REASONS.archived);
  await publishSeen(tx, campaignId, due.publish_choice);
  await failpoint('before_publish_commit');
}

/** The time is over for good: a reason that another try would not change. */
class Missed extends Error {
  override readonly cause: MissedCause;
  constructor(cause: MissedCause, reason: string) {
    super(reason);
    this.cause = cause;
  }
}

/** The reason for a permanent failure; null when another try may succeed. */
function toMissedPublish(error: unknown): Missed | null {
  if (error instanceof Missed) return error;
  if (!(error instanceof ApiError) || error.message === ASKED_NOW) return null;
  if (error.code === 'impact_moved') return new Missed('moved', MISSED_REASONS.moved);
  return new Missed('refused', cutText(error.message, REASON_KEPT));
}

const REASON_KEPT = 1000;

/**
 * Ends the schedule with a reason on the page and in a mail, unless the copy was published or rescheduled in between. Without a reason it
 * is retried, up to a limit.
 */
async function recordMissedPublish(tx: Tx, campaignId: number, missed: Missed | null): Promise<void> {
  await store.setLockTimeout(tx);
  await acquireCampaignMutex(tx, campaignId);
  const due = await store.findDueCopy(tx, campaignId);
  if (!due || (missed === null && due.publish_tries < TIMED_TRIES)) return;
  const { cause, message: reason } = missed ?? new Missed('failed', MISSED_REASONS.failed);
  const time = await store.clearTime(tx, campaignId, reason);
  if (time) await mailMissed(tx, campaignId, { time, cause, reason });
  tx.live.publish('campaign_revision', { campaign_id: campaignId, not_published: reason });
  await failpoint('before_refusal_commit');
}
