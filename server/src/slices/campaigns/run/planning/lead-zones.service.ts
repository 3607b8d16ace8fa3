import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { LeadHours } from '@overture/domain/sending/lead-hours';
import { resolveLeadZone } from '@overture/domain/zones/lead-zone';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import type { SenderLane } from '../lanes/lanes.store.ts';
import { type CampaignShare, holdForZone, lockFronts, type SenderShare } from '../leads/run-leads.store.ts';

/** Leads looked at in the front of each queue, or as many as may leave where that is more. */
const FRONT = 200;
/** Fronts that one look goes through: whole queues of closed zones are put off over several looks. */
export const MOST_FRONTS = 10;

export interface ZonedRound {
  lane: 'email' | LinkedinAction;
  /** One row a campaign and sender. */
  pairs: readonly SenderLane[];
  /** What senders, and what senders of each campaign, may plan in this look. */
  shares: readonly SenderShare[];
  campaigns: readonly CampaignShare[];
  now: Date;
}

/**
 * Puts off due leads whose zone is closed, in campaigns that keep to it: each until it opens, once a day at most. What stands in front
 * of a queue afterwards may leave. Only fronts are read, and nothing where nobody may send.
 */
export async function putOffClosedZones(tx: SystemTransactionContext, round: ZonedRound): Promise<void> {
  const { lane, now } = round;
  // A look asks LinkedIn something; nobody sees it.
  if (lane === 'look') return;
  const hours = new Map(
    round.pairs.filter((pair) => pair.uses_lead_zone).map((pair) => [pair.campaign_id, new LeadHours(pair)]),
  );
  let queues = queuesOf(round, (id) => hours.has(id));
  for (let fronts = 0; queues.length > 0 && fronts < MOST_FRONTS; fronts += 1) {
    const leads = await lockFronts(tx, lane, queues);
    const closed = leads.flatMap(({ id, campaign_id, zone_facts }) => {
      const until = hours.get(campaign_id)?.closedUntil(resolveLeadZone(zone_facts)?.zone ?? null, now);
      return until ? [{ id, until, campaign_id }] : [];
    });
    await holdForZone(tx, closed);
    const moved = new Set(closed.map(({ campaign_id }) => campaign_id));
    queues = queues.filter(({ campaign_id }) => moved.has(campaign_id));
  }
}

/** The queues of some campaigns from which something may be taken now: each sender's own, and those that are anybody's. */
export function queuesOf(
  { shares, campaigns }: Pick<ZonedRound, 'shares' | 'campaigns'>,
  isWanted: (campaignId: number) => boolean,
) {
  const amounts = new Map(shares.map(({ account_id, amount }) => [account_id, amount]));
  const queues = new Map<string, { campaign_id: number; account_id: number; amount: number }>();
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
