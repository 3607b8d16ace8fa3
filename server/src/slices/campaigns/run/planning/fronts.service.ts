import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { SenderLane } from '../lanes/lanes.store.ts';
import type { Queue } from '../leads/put-off.store.ts';
import type { CampaignShare, SenderShare } from '../leads/run-leads.store.ts';

/** Leads looked at in the front of each queue, or as many as may leave where that is more. */
const FRONT = 200;
/** Fronts that one look goes through: whole queues whose leads stand back are put off over several looks. */
export const MOST_FRONTS = 10;

/** What a look hands out of one lane. */
export interface FrontRound {
  lane: 'email' | LinkedinAction;
  /** One row a campaign and sender. */
  pairs: readonly SenderLane[];
  /** What senders, and what senders of each campaign, may plan in this look. */
  shares: readonly SenderShare[];
  campaigns: readonly CampaignShare[];
  now: Date;
}

/**
 * Goes through the fronts of the queues of some campaigns. `putOff` answers the leads that stand back: only behind them there may be some
 * that must as well. Nothing is read where nobody may send.
 */
export async function putOffFronts(
  round: FrontRound,
  isWanted: (campaignId: number) => boolean,
  putOff: (queues: readonly Queue[]) => Promise<readonly { campaign_id: number }[]>,
): Promise<void> {
  let queues = queuesOf(round, isWanted);
  for (let fronts = 0; queues.length > 0 && fronts < MOST_FRONTS; fronts += 1) {
    const moved = new Set((await putOff(queues)).map(({ campaign_id }) => campaign_id));
    queues = queues.filter(({ campaign_id }) => moved.has(campaign_id));
  }
}

/** The queues of some campaigns from which something may be taken now: each sender's own, and those that are anybody's. */
function queuesOf({ shares, campaigns }: FrontRound, isWanted: (campaignId: number) => boolean): Queue[] {
  const amounts = new Map(shares.map(({ account_id, amount }) => [account_id, amount]));
  const queues = new Map<string, Queue>();
  for (const { campaign_id, account_id, amount } of campaigns) {
    const most = Math.min(amount, amounts.get(account_id) ?? 0);
    if (most <= 0 || !isWanted(campaign_id)) continue;
    for (const owner of [account_id, 0]) {
      const key = `${campaign_id}:${owner}`;
      const known = queues.get(key)?.amount ?? FRONT;
      queues.set(key, { campaign_id, account_id: owner, amount: Math.max(known, most) });
    }
  }
  return [...queues.values()];
}
