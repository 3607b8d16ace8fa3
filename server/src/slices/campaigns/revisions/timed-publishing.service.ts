import type { RevisionCopy } from '@overture/contract/revisions';
import { findTimedRefusal, findTimeProblem } from '@overture/domain/flow/timed-publishing';
import { REVISION_LIMITS } from '@overture/domain/limits';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { acquireCampaignMutex } from '../settings/campaigns.store.ts';
import { type PublishInput, publishSeen, requirePublishable } from './publish.service.ts';
import { refused } from './revision-nodes.service.ts';
import { findWorkingCopy } from './revisions.store.ts';
import * as store from './timed.store.ts';
import { EDITED_AFTER, presentCopy, requireLive, requireSeen } from './working-copy.service.ts';

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
    const problem = findTimeProblem(at, tx.clock.now());
    if (problem !== null) throw refused(TIME_PROBLEMS[problem]);
    await requirePublishable(tx, campaign, given.seen);
    const { moves_waiting, reopens, seen } = given;
    await store.saveTime(tx, campaignId, {
      at,
      choice: { moves_waiting: moves_waiting ?? true, reopens: reopens ?? false, seen },
    });
    tx.live.publish('campaign_status', { campaign_id: campaignId, status: campaign.status });
    return presentCopy(tx, campaignId);
  });
}

const TIME_PROBLEMS = {
  past: 'Please choose a time that is still to come.',
  far: `Please choose a time within ${REVISION_LIMITS.timed_days} days.`,
};

/** Takes the time back; the working copy stays as it is. @throws not_found, revision_refused, changed_meanwhile */
export async function unscheduleCopy(ctx: Context, campaignId: number, version: number): Promise<RevisionCopy> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    const campaign = await requireLive(tx, campaignId);
    await requireSeen(tx, campaignId, version);
    await store.clearTime(tx, campaignId, null);
    tx.live.publish('campaign_status', { campaign_id: campaignId, status: campaign.status });
    return presentCopy(tx, campaignId);
  });
}

const COPIES_A_LOOK = 20;

/**
 * Publishes the working copies whose time has come: each once, since publishing ends it in its own transaction and takes the campaign's
 * mutex before it looks. What may not be published says why instead. An idle look reads the front of one index.
 */
export async function publishDueCopies(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  for (const { campaign_id, organization_id, actor } of await ctx.systemRead((read) =>
    store.listDueCopies(read, COPIES_A_LOOK),
  )) {
    if (signal?.aborted) return;
    await publishDueCopy(ctx.forOrganization(organization_id, actor), campaign_id);
  }
}

async function publishDueCopy(ctx: Context, campaignId: number): Promise<void> {
  try {
    await ctx.transaction(async (tx) => {
      await acquireCampaignMutex(tx, campaignId);
      const due = await store.findDueCopy(tx, campaignId);
      if (!due) return;
      const refusal = findTimedRefusal(due, tx.clock.now());
      if (refusal !== null) throw refused(REFUSALS[refusal]);
      await publishSeen(tx, campaignId, due.publish_choice);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) {
      // The others are not kept waiting by one; the next look tries again.
      ctx.log.error({ err: error, campaign_id: campaignId }, 'a working copy could not be published at its time');
      return;
    }
    const reason = error.code === 'impact_moved' ? REFUSALS.moved : error.message;
    await ctx.transaction((tx) => tellRefusal(tx, campaignId, reason));
  }
}

const REFUSALS = {
  edited: EDITED_AFTER,
  late: 'Nothing was running at that time, nor for a day after it.',
  moved: 'More leads have moved on meanwhile than was shown. Look at the new counts first.',
};

/** The time is over, with words; whoever published or chose another time meanwhile is left alone. */
async function tellRefusal(tx: Tx, campaignId: number, reason: string): Promise<void> {
  await acquireCampaignMutex(tx, campaignId);
  if (!(await store.findDueCopy(tx, campaignId))) return;
  await store.clearTime(tx, campaignId, reason);
  tx.live.publish('campaign_revision', { campaign_id: campaignId, not_published: reason });
}
