import type { Branch, Flow, FlowNode } from '../flow/flow.ts';
import { findNode } from '../flow/flow.ts';
import type { ClosedChannel, Lane, LeadFacts } from '../flow/kinds/node-kind.ts';
import { isStepType, type NodeType, nodeKind } from '../flow/step-types.ts';
import type { WaitingRule } from '../sending/waiting-rules.ts';
import type { WorkingDays } from '../sending/working-days.ts';
import { closedFor, decideNextMove, type NextMove } from './next-move.ts';
import type { LeadStatus } from './transitions.ts';

/**
 * The position of a lead that is started at a node. Calls, conditions and skipped nodes belong to the engine until they
 * are due.
 */
export function firstLane(type: NodeType, isSkipped = false): Lane {
  const { lane } = nodeKind(type);
  return isSkipped || lane === 'person' || !isStepType(type) ? 'local' : lane;
}

export interface LeadPosition {
  status: LeadStatus;
  started_at: Date;
  /** The node that was just done or answered; null at the start. */
  done: { node_id: number; finished_at: Date; branch: Branch | null } | null;
}

/** What the engine stores for a lead: its next node and when it is due, or that the lead has ended. */
export interface Plan {
  /** Conditions answered on the way, in order. */
  answered: { node_id: number; branch: Branch; decided_at: Date; reason?: string | null }[];
  /** Steps passed over on the way, where there are. */
  skipped?: { node_id: number; decided_at: Date; reason?: string; closed?: ClosedChannel }[];
  next: { node_id: number; at: Date; lane: Lane; rule: WaitingRule | null; until: Date | null } | null;
  /** Set when the campaign is over for the lead. */
  ends: { status: 'COMPLETED' | 'FAILED'; error: string | null } | null;
}

/**
 * Follows the flow from a lead's position to the next node that takes time or an action. A paused lead advances like a
 * running one: its next node is stored, and nothing is dispatched while it is paused.
 */
export function planNext(
  flow: Flow,
  position: LeadPosition,
  facts: LeadFacts,
  now: Date,
  days: WorkingDays | null = null,
): Plan {
  return walk(flow, position, facts, now, { first: days, others: days });
}

/** `first`: which days the delay of the first node counts. */
function walk(
  flow: Flow,
  standing: LeadPosition,
  facts: LeadFacts,
  now: Date,
  days: Record<'first' | 'others', WorkingDays | null>,
): Plan {
  const answered: Plan['answered'] = [];
  const skipped: NonNullable<Plan['skipped']> = [];
  let done = standing.done;
  // A flow is a tree, so every answer leads further down and the walk ends.
  for (let steps = 0; steps <= flow.length; steps += 1) {
    const current = done && {
      node_id: done.node_id,
      state: 'done' as const,
      finished_at: done.finished_at,
      branch: done.branch,
    };
    const lead = { status: 'ACTIVE' as const, started_at: standing.started_at, current };
    const move = decideNextMove(flow, lead, facts, now, steps === 0 ? days.first : days.others);
    if (move.kind === 'skip_step') {
      const { kind: _, ...step } = move;
      skipped.push(step);
      done = { node_id: move.node_id, finished_at: move.decided_at, branch: null };
    } else if (move.kind === 'take_branch') {
      const { kind: _, ...answer } = move;
      answered.push(answer);
      done = { node_id: move.node_id, finished_at: move.decided_at, branch: move.branch };
    } else return { answered, ...(skipped.length > 0 && { skipped }), ...settleMove(flow, facts, move) };
  }
  return { answered, next: null, ends: { status: 'FAILED', error: 'The flow of this campaign goes in a circle.' } };
}

/** A lead that waits for its next node. */
export interface WaitingLead {
  status: string;
  next_node_id: number | null;
  next_at: Date | null;
}

/**
 * The move of a lead that waits for its next node; its predecessor finished long enough ago for the node to be due now.
 */
export function planAt(
  flow: Flow,
  lead: WaitingLead,
  facts: LeadFacts,
  now: Date,
  days: WorkingDays | null = null,
): Plan {
  const node = findNode(flow, lead.next_node_id);
  if (!node) {
    const error = 'The flow of this campaign was changed under this lead.';
    return { answered: [], next: null, ends: { status: 'FAILED', error } };
  }
  const since = new Date((lead.next_at ?? now).getTime() - (node.delay_in_hours ?? 0) * 3_600_000);
  return walk(flow, positionBefore(node, since), facts, now, { first: null, others: days });
}

/** The move of a lead whose current step was deleted: it continues at the given node. Null is the end. */
export function planTo(
  flow: Flow,
  nodeId: number | null,
  since: Date,
  facts: LeadFacts,
  now: Date,
  days: WorkingDays | null = null,
): Plan {
  const node = findNode(flow, nodeId);
  if (!node) return { answered: [], next: null, ends: { status: 'COMPLETED', error: null } };
  return walk(flow, positionBefore(node, since), facts, now, { first: days, others: days });
}

function positionBefore(node: FlowNode, since: Date): LeadPosition {
  const done = node.parent_id === null ? null : { node_id: node.parent_id, finished_at: since, branch: node.branch };
  return { status: 'ACTIVE', started_at: since, done };
}

function settleMove(
  flow: Flow,
  facts: LeadFacts,
  move: Exclude<NextMove, { kind: 'take_branch' | 'skip_step' }>,
): Pick<Plan, 'next' | 'ends'> {
  switch (move.kind) {
    case 'schedule':
      return stay(move.node_id, move.due_at, laneUntilDue(flow, facts, move.node_id), 'delay', move.due_at);
    case 'wait_manual':
      return stay(move.node_id, move.since, 'person', 'manual_call', null);
    case 'evaluate_condition':
      return stay(move.node_id, move.due_at, laneOf(flow, move.node_id), 'delay', move.due_at);
    case 'wait_condition':
      return stay(move.node_id, move.until, 'local', 'condition', move.until);
    case 'wait_address':
      return stay(move.node_id, move.until, 'local', 'missing_data', move.until);
    case 'complete':
      return { next: null, ends: { status: 'COMPLETED', error: null } };
    case 'stop':
      return {
        next: null,
        ends: { status: 'FAILED', error: 'The flow of this campaign was changed under this lead.' },
      };
    case 'wait_open':
    case 'wait_unconfirmed':
      throw new Error(`a lead cannot be ${move.kind} after its node was done`);
  }
}

/** A call becomes a person's when it is due; until then the engine watches the clock. It does so for skipped nodes too. */
function laneUntilDue(flow: Flow, facts: LeadFacts, nodeId: number): Lane {
  const node = findNode(flow, nodeId);
  const isSkipped = facts.skipped_steps?.includes(nodeId) || (node && closedFor(node, facts) !== null);
  const lane = laneOf(flow, nodeId);
  return lane === 'person' || isSkipped ? 'local' : lane;
}

function laneOf(flow: Flow, nodeId: number): Lane {
  const node = findNode(flow, nodeId);
  return node ? nodeKind(node.type).lane : 'local';
}

function stay(
  node_id: number,
  at: Date,
  lane: Lane,
  rule: WaitingRule,
  until: Date | null,
): Pick<Plan, 'next' | 'ends'> {
  return { next: { node_id, at, lane, rule, until }, ends: null };
}
