import { LINKEDIN_ACTIONS, type LinkedinAction } from '../linkedin/linkedin-actions.ts';
import { findCampaignHold, type WaitReason } from '../sending/campaign-calendar.ts';
import { campaignCap, keepsGap, scopeOf, type TodaysCap, todaysCap } from '../sending/capacity.ts';
import { type DayPlan, drawDayPlan, findRhythmHold, hasRhythm, planDay } from '../sending/day-plan.ts';
import { countDays } from '../sending/ramps.ts';
import { channelOf, NEW_LEADS_SCOPE, TOTAL_SCOPE, toCampaignScope } from '../sending/sender-choice.ts';
import { findLaneHold } from '../sending/sender-holds.ts';
import { findBudgetHold, findPairHold, type SharingPair, type SharingSender } from '../sending/sharing.ts';
import type { WaitingRule } from '../sending/waiting-rules.ts';
import { nextLocalDay } from '../time/local-time.ts';
import type { Bottleneck, RehearsalSender } from './rehearsal-types.ts';
import type { LaneQueue, RunningCampaign, World } from './world.ts';

/** Lanes whose work leaves through the one door, in the order in which a sender turns to them. */
export const OUTBOUND_QUEUES: readonly OutboundQueue[] = ['email', ...LINKEDIN_ACTIONS];
export type OutboundQueue = 'email' | LinkedinAction;

export interface LaneHold {
  rule: WaitingRule;
  /** Milliseconds; infinite when unknown. */
  until: number;
  limit: Bottleneck['limit'];
  /** Whose hold it is; null where it is the campaign's. */
  account_id: number | null;
}

interface OwnBudget {
  scope: string;
  scope_id: number;
  cap: number;
}

/** The plan of the day a sender is in; null without a rhythm. */
export function planOf(world: World, sender: RehearsalSender, now: Date): DayPlan | null {
  if (!hasRhythm(sender)) return null;
  const day = planDay(world.zone, now);
  const known = world.plans.get(sender.id);
  if (known?.day === day) return known;
  const plan = drawDayPlan(sender, day);
  world.plans.set(sender.id, plan);
  return plan;
}

/** Why a sender's rhythm keeps a campaign's lane shut, or null. */
function findRest(
  world: World,
  sender: RehearsalSender,
  { settings, hours }: RunningCampaign,
  lane: OutboundQueue,
  now: Date,
): WaitReason | null {
  const plan = lane === 'look' ? null : planOf(world, sender, now);
  const hold = plan && findRhythmHold(plan, { zone: settings.timezone, window: hours, now });
  return hold && { rule: 'rhythm', until: hold.until };
}

/** What a sender may do of a lane today, with the days counted that are over by now. */
function ownCap(world: World, sender: RehearsalSender, lane: OutboundQueue, now: Date): TodaysCap {
  if (lane === 'email' && sender.ramp !== 'off') {
    const days = world.budgets.ended('account', sender.id, sender.ramp_counted_at, now);
    if (days.length > 0) Object.assign(sender, countDays(sender, days));
  }
  const week_used = lane === 'invite' ? world.budgets.week(scopeOf('invite'), sender.id, now).used : 0;
  const { zone, working_days } = world;
  return todaysCap(sender, lane, { now, zone, week_used, working_days, plan: planOf(world, sender, now) });
}

/** Budgets that an action of a sender is debited from, its campaign's aside. */
export function ownBudgets(world: World, sender: RehearsalSender, lane: OutboundQueue, now: Date): OwnBudget[] {
  const scope = lane === 'email' ? 'account' : scopeOf(lane);
  const own = { scope, scope_id: sender.id, cap: ownCap(world, sender, lane, now).amount };
  return lane === 'email' && sender.own_domain ? [own, sender.own_domain] : [own];
}

/** The campaign's budget for a lane; null where its settings say nothing. */
function campaignBudget({ settings }: RunningCampaign, sender: RehearsalSender, lane: OutboundQueue): OwnBudget | null {
  const cap = lane === 'email' ? settings.email_max_messages : campaignCap(settings, lane);
  if (cap === null) return null;
  const first = lane === 'email' ? settings.email_account_id : settings.linkedin_account_id;
  return { scope: toCampaignScope(sender.id === first, sender.id, lane), scope_id: settings.id, cap };
}

/** Budgets that an action is debited from besides its sender's: the campaign's own, its mails over all, the leads it begins with. */
export function campaignBudgets(
  campaign: RunningCampaign,
  sender: RehearsalSender,
  lane: OutboundQueue,
  isNew: boolean,
): OwnBudget[] {
  const own = campaignBudget(campaign, sender, lane);
  const total = lane === 'email' ? totalBudget(campaign) : null;
  const begun = isNew ? newLeadsBudget(campaign) : null;
  return [own, total, begun].filter((budget) => budget !== null);
}

function totalBudget({ settings }: RunningCampaign): OwnBudget | null {
  const cap = settings.max_emails_per_day_total ?? null;
  return cap === null ? null : { scope: TOTAL_SCOPE, scope_id: settings.id, cap };
}

export function newLeadsBudget({ settings }: RunningCampaign): OwnBudget | null {
  const cap = settings.max_new_leads_per_day ?? null;
  return cap === null ? null : { scope: NEW_LEADS_SCOPE, scope_id: settings.id, cap };
}

/** The senders that may take from a queue: its owner, or those that accept new leads when it has no owner. */
export function sendersOf(world: World, { pools }: RunningCampaign, { lane, owner }: LaneQueue): RehearsalSender[] {
  const ids = owner === null ? pools[channelOf(lane)].takers : [owner];
  return ids.flatMap((id) => world.senders.get(id) ?? []);
}

export function leftOf(world: World, budget: OwnBudget, now: Date): { left: number; ends_at: Date | null } {
  return world.budgets.left(budget.scope, budget.scope_id, budget.cap, now);
}

/** A sender and its budgets as a round distributes them. Nothing is ever in the outbox: an action arrives when it is due. */
export function toSharingSender(world: World, sender: RehearsalSender, lane: OutboundQueue, now: Date): SharingSender {
  const cap = ownCap(world, sender, lane, now);
  const [budget, domain] = ownBudgets(world, sender, lane, now);
  const own = leftOf(world, budget!, now);
  const week = lane === 'invite' ? world.budgets.week(scopeOf('invite'), sender.id, now) : null;
  return {
    id: sender.id,
    cap,
    own: cap.rule === 'day_off' ? { left: 0, ends_at: nextLocalDay(now, world.zone) } : own,
    domain: domain ? { key: `${domain.scope}:${domain.scope_id}`, ...leftOf(world, domain, now) } : null,
    week: week && { ...week, limit: sender.linkedin_weekly_invites },
    gap_in_seconds: isSpaced(lane) ? sender.send_gap_in_seconds : 0,
    open: 0,
    undebited: 0,
  };
}

export const isSpaced = (lane: OutboundQueue): boolean => lane === 'email' || keepsGap(lane);

/** A campaign and one of its senders as a round distributes them. */
export function toSharingPair(
  world: World,
  campaign: RunningCampaign,
  sender: RehearsalSender,
  lane: OutboundQueue,
  now: Date,
): SharingPair {
  const own = campaignBudget(campaign, sender, lane);
  const total = lane === 'email' ? totalBudget(campaign) : null;
  const { takers, is_shared } = campaign.pools[channelOf(lane)];
  return {
    campaign_id: campaign.settings.id,
    account_id: sender.id,
    is_guarded: false,
    own: own && leftOf(world, own, now),
    total: total && leftOf(world, total, now),
    findRest: () => findRest(world, sender, campaign, lane, now),
    takes_any: !is_shared && takers[0] === sender.id,
  };
}

/** Why a sender takes no action of a lane now, or null. */
export function findOwnHold(world: World, sender: RehearsalSender, lane: OutboundQueue, now: Date): LaneHold | null {
  const held = findLaneHold(sender, lane, now);
  const sharing = held ? null : toSharingSender(world, sender, lane, now);
  const hold = held ?? findBudgetHold(sharing!);
  if (!hold) return null;
  const limit = sharing && ownLimit(sharing, hold.rule, sender);
  return { rule: hold.rule, until: instantOf(hold.until), limit, account_id: sender.id };
}

/** The limit that a rule names; null where it names none. */
function ownLimit({ cap }: SharingSender, rule: WaitingRule, sender: RehearsalSender): Bottleneck['limit'] {
  if (rule === 'daily_limit') return { of: 'account', amount: cap.amount };
  if (rule === 'weekly_limit') return { of: 'account', amount: sender.linkedin_weekly_invites };
  return rule === 'domain_limit' ? { of: 'account', amount: sender.own_domain!.cap } : null;
}

/** Why nothing of a queue leaves now; null when something may. Of several senders the one that comes back first says why. */
export function findQueueHold(world: World, campaign: RunningCampaign, queue: LaneQueue, now: Date): LaneHold | null {
  const senders = sendersOf(world, campaign, queue);
  const { calendar } = campaign;
  // A rehearsal assumes that the plan continues.
  const facts = { ...calendar, campaign_status: 'ACTIVE', campaign_version: calendar.version, has_plan: true };
  const hold = findCampaignHold({ ...facts, account_id: senders[0]?.id ?? null }, now);
  if (hold || senders.length === 0)
    return {
      rule: hold?.rule ?? 'sender_missing',
      until: instantOf(hold?.until ?? null),
      limit: null,
      account_id: null,
    };
  let first: LaneHold | null = null;
  for (const sender of senders) {
    const own = findSenderStop(world, sender, campaign, queue.lane as OutboundQueue, now);
    if (own === null) return null;
    if (first === null || own.until < first.until) first = { ...own, account_id: sender.id };
  }
  return first;
}

/** Why a sender does nothing of a campaign's lane now. */
function findSenderStop(
  world: World,
  sender: RehearsalSender,
  campaign: RunningCampaign,
  lane: OutboundQueue,
  now: Date,
): LaneHold | null {
  const own = findOwnHold(world, sender, lane, now);
  if (own) return own;
  const hold = findPairHold(toSharingPair(world, campaign, sender, lane, now));
  if (!hold) return null;
  const budget = hold.rule === 'total_limit' ? totalBudget(campaign) : campaignBudget(campaign, sender, lane);
  const limit = hold.rule === 'rhythm' ? null : { of: 'campaign' as const, amount: budget!.cap };
  return { rule: hold.rule, until: instantOf(hold.until), limit, account_id: null };
}

function instantOf(at: Date | null): number {
  return at?.getTime() ?? Number.POSITIVE_INFINITY;
}
