import { keepsGap, planCapacity } from '../sending/capacity.ts';
import { channelOf, chooseSender, type SenderCandidate } from '../sending/sender-choice.ts';
import { campaignBudget, DOOR_LANES, type DoorLane, findOwnHold, findRest, leftOf, ownBudgets } from './lane-holds.ts';
import type { RehearsalSender } from './rehearsal-types.ts';
import { type Entry, give, openFront, type RunningCampaign, type World } from './world.ts';

/** Leads of one campaign and lane given out at one look, as the engine does. */
const SHARED_A_LOOK = 200;

/** Gives due leads that are nobody's to the senders of campaigns that have several. Whether any was given. */
export function shareOut(world: World, now: Date): boolean {
  let isGiven = false;
  for (const campaign of world.campaigns) {
    for (const lane of DOOR_LANES) {
      if (campaign.pools[channelOf(lane)].takers.length > 1 && shareLane(world, campaign, lane, now)) isGiven = true;
    }
  }
  return isGiven;
}

function shareLane(world: World, campaign: RunningCampaign, lane: DoorLane, now: Date): boolean {
  const queue = campaign.queues.get(lane);
  const { calendar } = campaign;
  if (!queue || now < calendar.opens_at || now >= calendar.closes_at) return false;
  if (!queue.follow_ups.front() && !queue.first.front()) return false;
  const { takers } = campaign.pools[channelOf(lane)];
  const pool = new Set(takers);
  const candidates = takers.flatMap((id) => {
    const sender = world.senders.get(id);
    return sender ? [candidateOf(world, campaign, sender, lane, now)] : [];
  });
  let given = 0;
  for (; given < SHARED_A_LOOK; given += 1) {
    const entry = openFront(world, queue);
    if (!entry) break;
    const choice = chooseSender(pool, candidates, tiesOf(world, entry, lane));
    if (!choice) break;
    give(world, entry.walker, choice.account_id);
    const { company } = entry.walker.lead;
    const companies = world.companies[channelOf(lane)];
    if (company && !companies.has(company)) companies.set(company, choice.account_id);
    const taker = candidates.find(({ account_id }) => account_id === choice.account_id);
    if (taker && choice.goes) {
      taker.capacity -= 1;
      taker.load += taker.step;
    }
  }
  return given > 0;
}

function tiesOf(world: World, { walker: { lead } }: Entry, lane: DoorLane) {
  return {
    conversation: lead.conversation ?? null,
    company: lead.company ? (world.companies[channelOf(lane)].get(lead.company) ?? null) : null,
    group: lane === 'email' ? (lead.group ?? null) : null,
  };
}

function candidateOf(
  world: World,
  campaign: RunningCampaign,
  sender: RehearsalSender,
  lane: DoorLane,
  now: Date,
): SenderCandidate & { step: number } {
  const isHeld =
    findOwnHold(world, sender, lane, now) !== null || findRest(world, sender, campaign, lane, now) !== null;
  const budgets = ownBudgets(world, sender, lane, now);
  const [own] = budgets;
  const left = Math.min(...budgets.map((budget) => leftOf(world, budget, now).left));
  const allowed = campaignBudget(campaign, sender, lane);
  const gap_in_seconds = lane === 'email' || keepsGap(lane) ? sender.send_gap_in_seconds : 0;
  const room = Math.min(
    planCapacity({ gap_in_seconds, left, open: 0 }),
    allowed ? leftOf(world, allowed, now).left : Number.POSITIVE_INFINITY,
  );
  const cap = Math.max(1, own!.cap);
  return {
    account_id: sender.id,
    capacity: isHeld ? 0 : room,
    load: (own!.cap - leftOf(world, own!, now).left) / cap,
    idle_since: sender.next_send_at?.getTime() ?? 0,
    group: sender.group ?? null,
    step: 1 / cap,
  };
}
