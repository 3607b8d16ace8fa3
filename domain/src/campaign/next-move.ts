import { addressHold, describeAddressSkip } from '../flow/address-wait.ts';
import { delayInHours } from '../flow/delays.ts';
import type { Branch, ConditionNode, Flow, FlowNode, StepNode } from '../flow/flow.ts';
import { findNode, firstNode, nodeAt } from '../flow/flow.ts';
import type { ClosedChannel, LeadFacts } from '../flow/kinds/node-kind.ts';
import { conditionKind, stepKind } from '../flow/step-types.ts';
import { addDelay, type WorkingDays } from '../sending/working-days.ts';
import type { LeadStatus } from './transitions.ts';

/**
 * The next move of a lead in a campaign, decided from values alone: the flow, the lead's position, its facts, and the
 * time. The server stores the result; nothing here has effects. It is safe to decide again after every change.
 */

/** The outcome of the lead's current node. */
export type NodeOutcome =
  /** Planned or being done. */
  | { state: 'open' }
  /** Done (a step) or answered (a condition, with its branch). */
  | { state: 'done'; finished_at: Date; branch: Branch | null }
  /** Given up for good; the error is shown in the timeline. */
  | { state: 'failed'; error: string }
  /** Handed over to a provider; the outcome is unconfirmed. */
  | { state: 'unconfirmed' };

export type LeadState = {
  status: LeadStatus;
  /** When the campaign started for this lead: the first node's delay counts from here. */
  started_at: Date;
  /** The lead's current node; null before the first one. */
  current: ({ node_id: number } & NodeOutcome) | null;
};

type StopReason = 'replied' | 'suppressed' | 'paused' | 'ended' | 'failed' | 'not_started' | 'flow_changed';

export type NextMove =
  /** Do the step at `due_at` (in the past when it is already due); window, limits and gap come after. */
  | { kind: 'schedule'; node_id: number; due_at: Date }
  /** A user does the step; it has been listed in the leads table since `since`. */
  | { kind: 'wait_manual'; node_id: number; since: Date }
  /** Find out (a lookup, a question to LinkedIn) at `due_at`, then ask again with the fact known. */
  | { kind: 'evaluate_condition'; node_id: number; due_at: Date }
  /** Nothing to do but wait for the fact; the answer is no at `until`. */
  | { kind: 'wait_condition'; node_id: number; until: Date }
  /** Nothing to do but wait for the address the node needs; it is passed over at `until`. */
  | { kind: 'wait_address'; node_id: number; until: Date }
  /**
   * The step was taken out for this lead, its channel is closed, or no address came (`reason`), and it is due: store it as passed over,
   * then ask again.
   */
  | { kind: 'skip_step'; node_id: number; decided_at: Date; reason?: string; closed?: ClosedChannel }
  /** The condition is answered: store it as done with this branch, then ask again. */
  | { kind: 'take_branch'; node_id: number; branch: Branch; decided_at: Date; reason?: string }
  /** The step is under way. */
  | { kind: 'wait_open'; node_id: number }
  /** Only evidence or a person moves it. */
  | { kind: 'wait_unconfirmed'; node_id: number }
  | { kind: 'complete' }
  | { kind: 'stop'; reason: StopReason };

/** `days`: which days delays count, where they count working days only. */
export function decideNextMove(
  flow: Flow,
  lead: LeadState,
  facts: LeadFacts,
  now: Date,
  days: WorkingDays | null = null,
): NextMove {
  const stop = findStop(lead, facts);
  if (stop !== null) return { kind: 'stop', reason: stop };
  if (lead.current === null) return moveTo(firstNode(flow), lead.started_at, facts, now, days);
  const node = findNode(flow, lead.current.node_id);
  if (node === undefined) return { kind: 'stop', reason: 'flow_changed' };
  switch (lead.current.state) {
    case 'failed':
      return { kind: 'stop', reason: 'failed' };
    case 'unconfirmed':
      return { kind: 'wait_unconfirmed', node_id: node.id };
    case 'open':
      return { kind: 'wait_open', node_id: node.id };
    case 'done':
      return moveTo(followerOf(flow, node, lead.current.branch), lead.current.finished_at, facts, now, days);
  }
}

/** Why nothing more happens for a lead, or null. A reply outranks everything: it stops all channels. */
function findStop({ status }: LeadState, facts: LeadFacts): StopReason | null {
  if (facts.has_replied || status === 'REPLIED') return 'replied';
  if (status === 'COMPLETED') return 'ended';
  if (status === 'FAILED') return 'failed';
  if (facts.is_suppressed) return 'suppressed';
  if (status === 'PAUSED') return 'paused';
  return status === 'NOT_STARTED' ? 'not_started' : null;
}

function followerOf(flow: Flow, node: FlowNode, branch: Branch | null): FlowNode | undefined {
  return nodeAt(flow, { parent_id: node.id, branch: node.kind === 'condition' ? (branch ?? 'no') : null });
}

/** The move for reaching a node whose predecessor was done at `since`. */
function moveTo(
  node: FlowNode | undefined,
  since: Date,
  facts: LeadFacts,
  now: Date,
  days: WorkingDays | null,
): NextMove {
  if (node === undefined) return { kind: 'complete' };
  // How long an answer is waited for is no delay of ours.
  const isWait = node.kind === 'condition' && conditionKind(node.type).is_wait;
  const dueAt = addDelay(since, delayInHours(node), isWait ? null : days);
  return node.kind === 'step' ? moveToStep(node, dueAt, facts, now) : moveToCondition(node, dueAt, facts, now);
}

function moveToStep(node: StepNode, dueAt: Date, facts: LeadFacts, now: Date): NextMove {
  // The next step waits as long as after a sent one: no lead gets two messages in a row.
  if (facts.skipped_steps?.includes(node.id) && dueAt <= now)
    return { kind: 'skip_step', node_id: node.id, decided_at: now };
  const closed = closedFor(node, facts);
  if (closed !== null && dueAt <= now) return { kind: 'skip_step', node_id: node.id, decided_at: now, closed };
  const hold = addressHold(node, facts.held);
  if (hold && hold.until > now) return { kind: 'wait_address', node_id: node.id, until: hold.until };
  if (hold) return { kind: 'skip_step', node_id: node.id, decided_at: now, reason: describeAddressSkip(hold) };
  if (stepKind(node.type).is_manual && dueAt <= now) return { kind: 'wait_manual', node_id: node.id, since: dueAt };
  return { kind: 'schedule', node_id: node.id, due_at: dueAt };
}

/**
 * The channel of a step on which the lead is suppressed. Withdrawing an invitation is still allowed, because it
 * contacts no one.
 */
export function closedFor(node: FlowNode, { closed_channels = [] }: LeadFacts): ClosedChannel | null {
  if (node.kind !== 'step' || node.type === 'DELETE_LINKEDIN_INVITE') return null;
  return closed_channels.find((channel) => channel === stepKind(node.type).channel) ?? null;
}

function moveToCondition(node: ConditionNode, dueAt: Date, facts: LeadFacts, now: Date): NextMove {
  const kind = conditionKind(node.type);
  const answer = kind.answer(facts, node);
  if (kind.is_wait) return waitForYes(node, dueAt, answer === true, now);
  const hold = answer === null ? addressHold(node, facts.held) : null;
  if (hold && hold.until > now) return { kind: 'wait_address', node_id: node.id, until: hold.until };
  if (hold) {
    const reason = describeAddressSkip(hold);
    return { kind: 'take_branch', node_id: node.id, branch: 'no', decided_at: now, reason };
  }
  if (dueAt > now || answer === null) return { kind: 'evaluate_condition', node_id: node.id, due_at: dueAt };
  return { kind: 'take_branch', node_id: node.id, branch: answer ? 'yes' : 'no', decided_at: now };
}

/** Yes as soon as the facts say so, no when the wait is over. */
function waitForYes(node: ConditionNode, until: Date, isYes: boolean, now: Date): NextMove {
  if (!isYes && now < until) return { kind: 'wait_condition', node_id: node.id, until };
  return { kind: 'take_branch', node_id: node.id, branch: isYes ? 'yes' : 'no', decided_at: now };
}
