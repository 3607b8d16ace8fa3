import type { WaitReason } from '../sending/campaign-calendar.ts';
import { channelOf, type ProviderGroup, ProviderTurns, servesProvider } from '../sending/sender-choice.ts';
import { findLaneHold } from '../sending/sender-holds.ts';
import {
  type CampaignShare,
  LeadSharing,
  loadOf,
  pairKey,
  type SenderShare,
  type SharingSender,
  shareCampaigns,
  shareSenders,
} from '../sending/sharing.ts';
import {
  findOwnHold,
  leftOf,
  newLeadsBudget,
  type OutboundQueue,
  toSharingPair,
  toSharingSender,
} from './lane-holds.ts';
import { type Entry, give, type LaneQueue, openHead, putOff, type RunningCampaign, type World } from './world.ts';

/** Leads of one campaign and lane given out at one look, as the engine does. */
const SHARED_A_LOOK = 200;
/** Where a day has no end yet. */
const LEAST_STEP_IN_MS = 60_000;

/** What one round may take of a lane. */
export interface LaneRound {
  lane: OutboundQueue;
  /** Campaigns that are open and have due leads in the lane. */
  campaigns: readonly RunningCampaign[];
  sharing: readonly SharingSender[];
  shares: readonly SenderShare[];
  /** Why senders take nothing. */
  stops: ReadonlyMap<number, WaitReason>;
  /** What is left of each campaign for each of its senders, by `pairKey`; decreases as leads are taken. */
  pairs: Map<string, CampaignShare & { left: number }>;
}

/** A lead that a sender took of a campaign. */
export interface Taken {
  campaign_id: number;
  account_id: number;
}

/** Opens a round of a lane; null when nothing is due or no sender may act. `among` leaves out all other senders. */
export function openRound(world: World, lane: OutboundQueue, now: Date, among?: ReadonlySet<number>): LaneRound | null {
  const campaigns = world.campaigns.filter((campaign) => isOpen(campaign, now) && isDue(campaign, lane));
  if (campaigns.length === 0) return null;
  const channel = channelOf(lane);
  const wanted = new Set(campaigns.flatMap(({ pools }) => pools[channel].all));
  const senders = [...world.senders.values()].filter(({ id, channel: own }) => wanted.has(id) && own === channel);
  const free = senders.filter((sender) => among?.has(sender.id) !== false && findLaneHold(sender, lane, now) === null);
  if (free.length === 0) return null;
  const sharing = free.map((sender) => toSharingSender(world, sender, lane, now));
  const { shares, stops } = shareSenders(sharing);
  const pairs = campaigns.flatMap((campaign) =>
    free
      .filter(({ id }) => campaign.pools[channel].all.includes(id))
      .map((sender) => toSharingPair(world, campaign, sender, lane, now)),
  );
  const rows = shareCampaigns(pairs, shares).campaigns;
  return {
    lane,
    campaigns,
    sharing,
    shares,
    stops,
    pairs: new Map(rows.map((row) => [pairKey(row.campaign_id, row.account_id), { ...row, left: row.amount }])),
  };
}

const isOpen = ({ calendar }: RunningCampaign, now: Date): boolean =>
  now >= calendar.opens_at && now < calendar.closes_at;

const hasDue = ({ follow_ups, first }: LaneQueue): boolean =>
  follow_ups.peek() !== undefined || first.peek() !== undefined;

const isDue = ({ queues }: RunningCampaign, lane: OutboundQueue): boolean =>
  [...queues.values()].some((queue) => queue.lane === lane && hasDue(queue));

/** The next lead of a sender's campaigns: follow-ups before first actions, then the longest waiting. */
export function findPick(world: World, { campaigns, lane, pairs }: LaneRound, id: number, now: Date): Entry | null {
  let best: (Entry & { rank: number }) | null = null;
  for (const campaign of campaigns) {
    const pair = pairs.get(pairKey(campaign.settings.id, id));
    if (!pair || pair.left <= 0) continue;
    const shared = pair.takes_any ? campaign.queues.get(lane) : undefined;
    for (const queue of [campaign.queues.get(`${lane}/${id}`), shared]) {
      const head = queue && findHead(world, campaign, queue, now);
      if (!head) continue;
      const next = { ...head, rank: head.walker.is_new ? 1 : 0 };
      if (best === null || isBefore(next, best)) best = next;
    }
  }
  return best;
}

const isBefore = (one: Entry & { rank: number }, other: Entry & { rank: number }): boolean =>
  (one.rank - other.rank || one.at - other.at || one.id - other.id) < 0;

/** Assigns due leads without a sender to the senders of campaigns that have several. True if any was assigned. */
export function shareOut(world: World, round: LaneRound, own: readonly Taken[], now: Date): boolean {
  const channel = channelOf(round.lane);
  const several = round.campaigns.filter(({ pools }) => pools[channel].is_shared);
  if (several.length === 0) return false;
  const senders = round.sharing.map((sharing) => {
    const { next_send_at, group = null } = world.senders.get(sharing.id)!;
    return { id: sharing.id, idle_since: next_send_at?.getTime() ?? 0, group, load: loadOf(sharing) };
  });
  const sharing = new LeadSharing(senders, round.shares, [...round.pairs.values()], own);
  return several.map((campaign) => shareLane(world, campaign, round.lane, sharing, now)).some(Boolean);
}

function shareLane(
  world: World,
  campaign: RunningCampaign,
  lane: OutboundQueue,
  sharing: LeadSharing,
  now: Date,
): boolean {
  const queue = campaign.queues.get(lane);
  if (!queue || !hasDue(queue)) return false;
  const { takers } = campaign.pools[channelOf(lane)];
  const pool = new Set(takers);
  const companies = world.companies[channelOf(lane)];
  let given = 0;
  let turns: Turns | null = null;
  for (let looked = 0; looked < SHARED_A_LOOK; looked += 1) {
    const entry = findHead(world, campaign, queue, now);
    if (!entry) break;
    const ties = tiesOf(world, entry, campaign, lane);
    const company = entry.walker.lead.company ?? null;
    const choice = sharing.assign(pool, takers, { campaign_id: campaign.settings.id, company, ties });
    if (choice === null) break;
    if (choice === 'unmatched') {
      turns ??= new Turns(world, campaign, lane, now);
      const until = turns.next(ties.group!);
      putOff(world, queue, entry.walker, until, 'provider_match');
      const wait = { rule: 'provider_match' as const, lane, account_id: null, limit: null };
      if (campaign.is_rehearsed) world.book.addWait(wait, 1, until - now.getTime());
      continue;
    }
    given += 1;
    give(world, entry.walker, choice.account_id);
    if (company && !companies.has(company)) companies.set(company, choice.account_id);
  }
  return given > 0;
}

/**
 * The longest waiting lead of a queue that may leave today; new leads beyond the campaign's daily starts are deferred
 * to tomorrow.
 */
function findHead(world: World, campaign: RunningCampaign, queue: LaneQueue, now: Date): Entry | undefined {
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
