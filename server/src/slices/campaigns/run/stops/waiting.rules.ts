import { describeWaiting, type WaitingFor } from '@overture/domain/diagnosis/waiting-words';
import { conditionKind, isConditionType } from '@overture/domain/flow/step-types';
import { isLinkedinAction, type LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { phraseCap, todaysCap } from '@overture/domain/sending/capacity';
import type { DayPlan } from '@overture/domain/sending/day-plan';
import { LeadHours, resolveLeadPlace } from '@overture/domain/sending/lead-hours';
import { decideRiskBudget, describeRisk } from '@overture/domain/sending/risk-budget';
import { getProviderGroup, PROVIDER_NAMES } from '@overture/domain/sending/sender-choice';
import { isWaitingRule, type WaitingRule } from '@overture/domain/sending/waiting-rules';
import type { Phrase } from '@overture/domain/text/say';
import { resolveCallPlace } from '@overture/domain/zones/lead-zone';
import type { Sender } from '../../../senders/index.ts';
import type { WaitingFacts } from './stops.store.ts';

/** Why a lead's next action has not happened yet, and until when; null when nothing is to come. */
export function explainWaiting(
  facts: WaitingFacts,
  sender: Sender | undefined,
  plan: DayPlan | undefined = undefined,
): WaitingFor | null {
  const [rule, until] = findRule(facts) ?? [null, null];
  if (rule === null) return null;
  const condition = findCondition(facts);
  return describeWaiting(rule, {
    until,
    ...(rule === 'lead_zone' ? describeZone(facts) : {}),
    ...(rule === 'provider_match' ? describeProvider(facts) : {}),
    ...(facts.sender === null ? {} : { sender: facts.sender }),
    ...describeLimit(rule, facts, sender, plan),
    ...describeSenderWait(rule, facts, sender),
    ...(rule === 'crm_hold' && facts.crm_hold ? { reason: facts.crm_hold } : {}),
    ...(condition === undefined ? {} : { condition }),
    ...(facts.possible_answer_from === null ? {} : { address: facts.possible_answer_from }),
    ...(facts.missing_data === null ? {} : { missing: facts.missing_data }),
  });
}

function findCondition({ next_node_type }: WaitingFacts) {
  return next_node_type && isConditionType(next_node_type) ? conditionKind(next_node_type).waits_for : undefined;
}

/** A call waits where the engine keeps the clock (`holdCall`): it names the one that is closed. */
function describeZone({ zone_facts, now, ...facts }: WaitingFacts): {
  zone?: string;
  now: Date;
  call?: 'lead' | 'phone';
  is_holiday?: boolean;
} {
  const known = resolveLeadPlace(zone_facts);
  const hours = new LeadHours({ ...facts, timezone: facts.zone });
  const named = known.zone === null ? {} : { zone: known.zone };
  if (facts.next_lane !== 'local') return { ...named, now, is_holiday: hours.isHolidayAt(known, now) };
  const place = resolveCallPlace(zone_facts);
  const zone = hours.closedClock(place, now) ?? place.zones[0] ?? known.zone;
  if (zone === null) return { now };
  return { zone, now, call: zone === place.zones[1] ? 'phone' : 'lead' };
}

function describeProvider({ email, mx_group = null }: WaitingFacts): { provider?: string } {
  const group = getProviderGroup({ email, mx_group });
  return group === null ? {} : { provider: PROVIDER_NAMES[group] };
}

/** The smallest cap, and where it still grows. */
function describeLimit(
  rule: WaitingRule,
  { next_lane: lane, campaign_cap, zone, now, ...facts }: WaitingFacts,
  sender: Sender | undefined,
  plan: DayPlan | undefined,
): { limit?: number; growth?: Phrase } {
  if (rule === 'weekly_limit') return sender ? { limit: sender.linkedin_weekly_invites } : {};
  if (rule === 'domain_limit') return sender?.own_domain_max_messages ? { limit: sender.own_domain_max_messages } : {};
  if (rule === 'total_limit') return limited(facts.max_emails_per_day_total);
  if (rule === 'new_leads_limit') return limited(facts.max_new_leads_per_day);
  return rule === 'daily_limit' ? describeDailyLimit({ next_lane: lane, campaign_cap, zone, now }, sender, plan) : {};
}

function describeDailyLimit(
  { next_lane: lane, campaign_cap, zone, now }: Pick<WaitingFacts, 'next_lane' | 'campaign_cap' | 'zone' | 'now'>,
  sender: Sender | undefined,
  plan: DayPlan | undefined,
): { limit?: number; growth?: Phrase } {
  const isOwn = lane === 'email' || (lane !== null && isLinkedinAction(lane) && lane !== 'look');
  const own = sender && isOwn ? todaysCap(sender, lane, { now, zone, plan }) : null;
  const limit = Math.min(own?.amount ?? Number.POSITIVE_INFINITY, campaign_cap ?? Number.POSITIVE_INFINITY);
  if (!Number.isFinite(limit)) return {};
  const growth = own && own.amount === limit ? phraseCap(own) : null;
  return growth === null ? { limit } : { limit, growth };
}

const findRiskReason = (sender: Sender, now: Date): string | null =>
  describeRisk(decideRiskBudget(sender, now).reasons);

const limited = (limit: number | null): { limit?: number } => (limit === null ? {} : { limit });

/** The paused kind of action and the provider's reason. */
function describeSenderWait(
  rule: WaitingRule,
  facts: WaitingFacts,
  sender: Sender | undefined,
): { action?: LinkedinAction; reason?: string } {
  const reason = rule === 'risk_limit' && sender ? findRiskReason(sender, facts.now) : findReason(rule, facts);
  const details = reason === null ? {} : { reason };
  const { next_lane: lane } = facts;
  if (rule !== 'action_held' || lane === null || !isLinkedinAction(lane)) return details;
  return { action: lane, ...details };
}

function findReason(rule: WaitingRule, facts: WaitingFacts): string | null {
  if (rule === 'action_held') return facts.action_reason;
  if (rule === 'guard') return facts.guard_reason;
  if (rule === 'domain_records') return facts.domain_hold_reason;
  return rule === 'sender_held' ? facts.sender_reason : null;
}

type FoundRule = [WaitingRule, Date | null];

function findRule(facts: WaitingFacts): FoundRule | null {
  const { status } = facts;
  if (status === 'NOT_STARTED') return ['not_started', null];
  if (status === 'COMPLETED' || status === 'FAILED' || status === 'REPLIED') return null;
  return findHoldOfLead(facts) ?? findHoldOfStep(facts) ?? findHoldOfLane(facts);
}

/** Nothing happens for the lead at any step. */
function findHoldOfLead(facts: WaitingFacts): FoundRule | null {
  const { status } = facts;
  if (facts.is_in_flight && (facts.intent_state === 'unknown' || facts.intent_state === 'parked'))
    return ['unconfirmed', null];
  if (facts.archived_at !== null || facts.campaign_status === 'ARCHIVED') return ['archived', null];
  if (status === 'PAUSED') return ['lead_paused', null];
  if (facts.campaign_status !== 'ACTIVE') return ['paused', null];
  if (facts.possible_answer_from !== null) return ['possible_answer', null];
  return findTimedHold(facts) ?? (facts.crm_hold ? ['crm_hold', null] : null);
}

function findTimedHold({ away_until, message_hold_until, now }: WaitingFacts): FoundRule | null {
  if (away_until !== null && away_until > now) return ['away', away_until];
  return message_hold_until !== null && message_hold_until > now ? ['own_message', message_hold_until] : null;
}

function findHoldOfStep(facts: WaitingFacts): FoundRule | null {
  const { now, next_at } = facts;
  if (facts.next_lane === 'person') return ['manual_call', null];
  if (facts.waiting_rule === 'address_held') return [facts.waiting_rule, null];
  // For an address the step is passed over then; a lock that is held has no end.
  if (
    facts.waiting_rule === 'missing_data' ||
    (facts.waiting_rule === 'touch_lock' && next_at !== null && next_at > now)
  )
    return [facts.waiting_rule, facts.waiting_until];
  return next_at !== null && next_at > now ? [ownRule(facts.waiting_rule) ?? 'delay', next_at] : null;
}

function findHoldOfLane(facts: WaitingFacts): FoundRule {
  if (facts.is_in_flight) return [facts.is_offered ? 'by_hand' : 'due', null];
  const lane = ownRule(facts.lane_rule);
  const isOver = facts.lane_until !== null && facts.lane_until <= facts.now;
  return lane === null || isOver ? ['due', null] : [lane, facts.lane_until];
}

function ownRule(word: string | null): WaitingRule | null {
  return word !== null && isWaitingRule(word) ? word : null;
}
