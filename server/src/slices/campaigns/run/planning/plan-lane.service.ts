import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { WaitReason } from '@overture/domain/sending/campaign-calendar';
import { type DayPlan, findRhythmHold } from '@overture/domain/sending/day-plan';
import { TOTAL_SCOPE } from '@overture/domain/sending/sender-choice';
import { parseHours } from '@overture/domain/sending/sending-window';
import {
  type DayLeft,
  listCrowdedOut,
  type PairStops,
  type SharingPair,
  type SharingSender,
  shareCampaigns,
  shareSenders,
} from '@overture/domain/sending/sharing';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import type { Sender } from '../../../senders/index.ts';
import type { SenderLane } from '../lanes/lanes.store.ts';
import { type PickedLead, pickDueLeads } from '../leads/run-leads.store.ts';
import { assignSharedLeads } from './assign-senders.service.ts';
import { deferClosedZones, deferNewLeads } from './defer-leads.service.ts';
import { enqueueLeads } from './enqueue-leads.service.ts';
import { campaignScope, isShared, positive } from './pool-holds.rules.ts';

export interface LaneRound {
  lane: 'email' | LinkedinAction;
  /** One row a campaign and sender. */
  pairs: readonly SenderLane[];
  senders: readonly Sender[];
  /** Those of them that may act now, by their budgets. */
  free: readonly SharingSender[];
  /** Left of budgets, by scope and its id. */
  left: ReadonlyMap<string, DayLeft>;
  /** Of the days senders with a rhythm are in. */
  plans: ReadonlyMap<number, DayPlan>;
  /** Why the others may not act. */
  held: ReadonlyMap<number, WaitReason>;
  now: Date;
}

interface PlannedLane {
  picked: PickedLead[];
  /** Why senders do nothing of this lane, and why nothing of one campaign. */
  stops: ReadonlyMap<number, WaitReason>;
  pairStops: PairStops;
}

/** Plans as much of one lane as senders, campaigns and budgets allow, over all campaigns of these senders. */
export async function planLane(tx: SystemTransactionContext, round: LaneRound): Promise<PlannedLane> {
  const picked: PickedLead[] = [];
  const stops = new Map(round.held);
  const pairStops: PairStops = new Map();
  for (let free = round.free; free.length > 0; ) {
    const part = await planShares(tx, { ...round, free }, pairStops, stops);
    picked.push(...part.picked);
    free = listCrowdedOut(free, part.limits, part.picked);
  }
  await enqueueLeads(tx, picked, round.lane === 'email' ? null : round.lane, round.now);
  return { picked, stops, pairStops };
}

/** One round of some senders. Why they do nothing goes into `stops` and `pairStops`. */
async function planShares(
  tx: SystemTransactionContext,
  { free, ...round }: LaneRound,
  pairStops: PairStops,
  stops: Map<number, WaitReason>,
) {
  const { lane, senders, left, now } = round;
  const { shares, stops: limits } = shareSenders(free);
  for (const { id } of free) stops.delete(id);
  for (const [id, limit] of limits) stops.set(id, limit);
  const ids = new Set([...round.held.keys(), ...free.map(({ id }) => id)]);
  const pairs = round.pairs.filter(({ sender_id }) => ids.has(sender_id));
  const shared = shareCampaigns(
    pairs.map((pair) => toSharingPair(round, pair)),
    shares,
  );
  const { campaigns } = shared;
  for (const [key, stop] of shared.pairStops) pairStops.set(key, stop);
  await deferClosedZones(tx, { lane, pairs, shares, campaigns, now });
  await deferNewLeads(tx, { lane, pairs, shares, campaigns, left, now });
  const own = await pickDueLeads(tx, positive(shares), positive(campaigns), lane);
  const given = await assignSharedLeads(tx, {
    lane,
    pairs,
    senders,
    free,
    shares,
    campaigns,
    own,
    stops,
    pairStops,
    now,
  });
  return { picked: [...own, ...given], limits };
}

function toSharingPair({ lane, left, plans, now }: Omit<LaneRound, 'free'>, pair: SenderLane): SharingPair {
  const { campaign_id, sender_id } = pair;
  const isMail = lane === 'email';
  return {
    campaign_id,
    account_id: sender_id,
    is_guarded: isMail && pair.guard_reason !== null,
    own: left.get(`${campaignScope(pair, sender_id, lane)}:${campaign_id}`) ?? null,
    total: (isMail && left.get(`${TOTAL_SCOPE}:${campaign_id}`)) || null,
    findRest: () => (lane === 'look' ? null : findRest(plans.get(sender_id), pair, now)),
    takes_any: !isShared(pair, lane) && !pair.is_leaving,
  };
}

/** Why the rhythm of a sender lets nothing of a campaign leave now, or null. */
function findRest(plan: DayPlan | undefined, pair: SenderLane, now: Date): WaitReason | null {
  const rest = plan && findRhythmHold(plan, { zone: pair.timezone, window: parseHours(pair), now });
  return rest ? { rule: 'rhythm', until: rest.until } : null;
}
