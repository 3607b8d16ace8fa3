import { conditionKind, isConditionType } from '@overture/domain/flow/step-types';
import { isLinkedinAction, LINKEDIN_ACTION_LABELS } from '@overture/domain/linkedin/linkedin-actions';
import {
  describeWaiting,
  isWaitingRule,
  type WaitingFor,
  type WaitingRule,
} from '@overture/domain/sending/waiting-rules';
import type { WaitingFacts } from './stops.store.ts';

/** Why a lead's next action has not happened yet, and until when; null when nothing is to come. */
export function explainWaiting(facts: WaitingFacts): WaitingFor | null {
  const [rule, until] = findRule(facts) ?? [null, null];
  if (rule === null) return null;
  const condition =
    facts.next_node_type && isConditionType(facts.next_node_type)
      ? conditionKind(facts.next_node_type).waits_for
      : undefined;
  return describeWaiting(rule, {
    until,
    ...(facts.sender === null ? {} : { sender: facts.sender }),
    ...limitOf(rule, facts),
    ...holdOf(rule, facts),
    ...(condition === undefined ? {} : { condition }),
    ...(facts.possible_answer_from === null ? {} : { address: facts.possible_answer_from }),
    ...(facts.missing_data === null ? {} : { missing: facts.missing_data }),
  });
}

function limitOf(rule: WaitingRule, { account_cap, campaign_cap, weekly_cap }: WaitingFacts): { limit?: number } {
  if (rule === 'weekly_limit') return weekly_cap === null ? {} : { limit: weekly_cap };
  if (rule !== 'daily_limit') return {};
  const caps = [account_cap, campaign_cap].filter((cap) => cap !== null);
  return caps.length === 0 ? {} : { limit: Math.min(...caps) };
}

/** What is held and why, as the provider put it. */
function holdOf(rule: WaitingRule, facts: WaitingFacts): { action?: string; reason?: string } {
  const reason = rule === 'action_held' ? facts.action_reason : rule === 'sender_held' ? facts.sender_reason : null;
  const told = reason === null ? {} : { reason };
  const { next_lane: lane } = facts;
  if (rule !== 'action_held' || lane === null || !isLinkedinAction(lane)) return told;
  const label = LINKEDIN_ACTION_LABELS[lane];
  return { action: lane === 'inmail' ? label : label.toLowerCase(), ...told };
}

function findRule(facts: WaitingFacts): [WaitingRule, Date | null] | null {
  const { status, now, next_at } = facts;
  if (status === 'NOT_STARTED') return ['not_started', null];
  if (status === 'COMPLETED' || status === 'FAILED' || status === 'REPLIED') return null;
  if (facts.is_in_flight && (facts.intent_state === 'unknown' || facts.intent_state === 'parked'))
    return ['unconfirmed', null];
  if (facts.archived_at !== null || facts.campaign_status === 'ARCHIVED') return ['archived', null];
  if (status === 'PAUSED') return ['lead_paused', null];
  if (facts.campaign_status !== 'ACTIVE') return ['paused', null];
  if (facts.possible_answer_from !== null) return ['possible_answer', null];
  if (facts.next_lane === 'person') return ['manual_call', null];
  if (facts.waiting_rule === 'missing_data') return ['missing_data', null];
  if (next_at !== null && next_at > now) return [ownRule(facts.waiting_rule) ?? 'delay', next_at];
  if (facts.is_in_flight) return ['due', null];
  const lane = ownRule(facts.lane_rule);
  const isOver = facts.lane_until !== null && facts.lane_until <= now;
  return lane === null || isOver ? ['due', null] : [lane, facts.lane_until];
}

function ownRule(word: string | null): WaitingRule | null {
  return word !== null && isWaitingRule(word) ? word : null;
}
