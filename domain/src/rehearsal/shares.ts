import { keepsGap, planCapacity } from '../sending/capacity.ts';
import {
  channelOf,
  chooseSender,
  keepsToProvider,
  type ProviderGroup,
  ProviderTurns,
  type SenderCandidate,
  servesProvider,
} from '../sending/sender-choice.ts';
import {
  campaignBudgets,
  findOwnHold,
  findRest,
  leftOf,
  newLeadsBudget,
  OUTBOUND_QUEUES,
  type OutboundQueue,
  ownBudgets,
} from './lane-holds.ts';
import type { RehearsalSender } from './rehearsal-types.ts';
import { type Entry, give, type LaneQueue, openHead, putOff, type RunningCampaign, type World } from './world.ts';

/** Leads of one campaign and lane given out at one look, as the engine does. */
const SHARED_A_LOOK = 200;
/** Where a day has no end yet. */
const LEAST_STEP_IN_MS = 60_000;

/** Assigns due leads without a sender to the senders of campaigns that have several. True if any was assigned. */
export function shareOut(world: World, now: Date): boolean {
  let isGiven = false;
  for (const campaign of world.campaigns) {
    for (const lane of OUTBOUND_QUEUES) {
      if (campaign.pools[channelOf(lane)].is_shared && shareLane(world, campaign, lane, now)) isGiven = true;
    }
  }
  return isGiven;
}

function shareLane(world: World, campaign: RunningCampaign, lane: OutboundQueue, now: Date): boolean {
  const queue = campaign.queues.get(lane);
  const { calendar } = campaign;
  if (!queue || now < calendar.opens_at || now >= calendar.closes_at) return false;
  if (!queue.follow_ups.peek() && !queue.first.peek()) return false;
  const { takers } = campaign.pools[channelOf(lane)];
  const pool = new Set(takers);
  const candidates = takers.flatMap((id) => {
    const sender = world.senders.get(id);
    return sender ? [candidateOf(world, campaign, sender, lane, now)] : [];
  });
  let given = 0;
  let turns: Turns | null = null;
  for (let looked = 0; looked < SHARED_A_LOOK; looked += 1) {
    const entry = findHead(world, campaign, queue, now);
    if (!entry) break;
    const ties = tiesOf(world, entry, campaign, lane);
    const choice = chooseSender(pool, candidates, ties);
    if (!choice) {
      if (!keepsToProvider(ties) || !candidates.some(({ capacity }) => capacity > 0)) break;
      turns ??= new Turns(world, campaign, lane, now);
      const until = turns.next(ties.group!);
      putOff(world, queue, entry.walker, until, 'provider_match');
      const wait = { rule: 'provider_match' as const, lane, account_id: null, limit: null };
      if (campaign.is_rehearsed) world.book.addWait(wait, 1, until - now.getTime());
      continue;
    }
    given += 1;
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

/**
 * The longest waiting lead of a queue that may leave today; new leads beyond the campaign's daily starts are deferred
 * to tomorrow.
 */
export function findHead(world: World, campaign: RunningCampaign, queue: LaneQueue, now: Date): Entry | undefined {
  for (;;) {
    const entry = openHead(world, queue);
    const begun = entry?.walker.is_new ? newLeadsBudget(campaign) : null;
    if (!entry || begun === null) return entry;
    const { left, ends_at } = leftOf(world, begun, now);
    if (left > 0) return entry;
    const until = ends_at?.getTime() ?? now.getTime() + LEAST_STEP_IN_MS;
    putOff(world, queue, entry.walker, until, 'new_leads_limit');
    const limit = { of: 'campaign' as const, amount: begun.cap };
    const wait = { rule: 'new_leads_limit' as const, lane: queue.lane, account_id: null, limit };
    if (campaign.is_rehearsed) world.book.addWait(wait, 1, until - now.getTime());
  }
}

/** Turns of leads that keep to a provider, as the engine hands them out. */
class Turns {
  private readonly groups = new Map<ProviderGroup, ProviderTurns>();
  private readonly open: (group: ProviderGroup) => ProviderTurns;

  constructor(world: World, campaign: RunningCampaign, lane: OutboundQueue, now: Date) {
    this.open = (group) => {
      const senders = campaign.pools[channelOf(lane)].takers.flatMap((id) => world.senders.get(id) ?? []);
      const own = senders.filter((sender) => servesProvider(sender.group ?? null, group));
      const free = own.map((sender) => {
        const until = findOwnHold(world, sender, lane, now)?.until ?? now.getTime();
        return Number.isFinite(until) ? until : now.getTime();
      });
      const gap = own.length === 0 ? 0 : Math.min(...own.map(({ send_gap_in_seconds }) => send_gap_in_seconds));
      return new ProviderTurns(free, gap, now.getTime());
    };
  }

  next(group: ProviderGroup): number {
    const turns = this.groups.get(group) ?? this.open(group);
    this.groups.set(group, turns);
    return turns.next();
  }
}

function tiesOf(world: World, { walker: { lead } }: Entry, { settings }: RunningCampaign, lane: OutboundQueue) {
  return {
    conversation: lead.conversation ?? null,
    company: lead.company ? (world.companies[channelOf(lane)].get(lead.company) ?? null) : null,
    named: lead.named?.[channelOf(lane)] ?? null,
    group: lane === 'email' ? (lead.group ?? null) : null,
    matching: settings.provider_matching ?? 'prefer',
  };
}

function candidateOf(
  world: World,
  campaign: RunningCampaign,
  sender: RehearsalSender,
  lane: OutboundQueue,
  now: Date,
): SenderCandidate & { step: number } {
  const isHeld =
    findOwnHold(world, sender, lane, now) !== null || findRest(world, sender, campaign, lane, now) !== null;
  const budgets = ownBudgets(world, sender, lane, now);
  const [own] = budgets;
  const left = Math.min(...budgets.map((budget) => leftOf(world, budget, now).left));
  const allowed = campaignBudgets(campaign, sender, lane, false);
  const gap_in_seconds = lane === 'email' || keepsGap(lane) ? sender.send_gap_in_seconds : 0;
  const room = Math.min(
    planCapacity({ gap_in_seconds, left, open: 0 }),
    ...allowed.map((budget) => leftOf(world, budget, now).left),
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
