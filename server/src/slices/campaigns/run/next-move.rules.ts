import type { Branch, Flow } from '@overture/domain/flow/flow';
import { findNode } from '@overture/domain/flow/flow';
import { isConditionType, isStepType, typeInfo } from '@overture/domain/flow/step-types';
import { decideNextMove, type LeadFacts, type NextMove } from '@overture/domain/next-move';
import type { LeadStatus } from '@overture/domain/transitions';
import type { WaitingRule } from '@overture/domain/waiting-rules';
import type { Lane } from './node-kind.rules.ts';
import { laneOf, laneOfCondition } from './node-kinds.rules.ts';

export interface Standing {
  status: LeadStatus;
  started_at: Date;
  /** The node that was just done or answered; null at the start. */
  done: { node_id: number; finished_at: Date; branch: Branch | null } | null;
}

/** What the engine writes down for a lead: where it stands next and when, or that it is over. */
export interface Plan {
  /** Conditions answered on the way, in order. */
  answered: { node_id: number; branch: Branch; decided_at: Date }[];
  next: { node_id: number; at: Date; lane: Lane; rule: WaitingRule | null; until: Date | null } | null;
  /** Set when the campaign is over for the lead. */
  ends: { status: 'COMPLETED' | 'FAILED'; error: string | null } | null;
}

/**
 * Follows the flow from where a lead stands to the next thing that takes time or somebody's doing. A paused lead is led on
 * like a running one: what it waits for is kept, and nothing acts on it while it is paused.
 */
export function planNext(flow: Flow, standing: Standing, facts: LeadFacts, now: Date): Plan {
  const answered: Plan['answered'] = [];
  let done = standing.done;
  // A flow is a tree, so every answer leads further down and the walk ends.
  for (let steps = 0; steps <= flow.length; steps += 1) {
    const current = done && {
      node_id: done.node_id,
      state: 'done' as const,
      finished_at: done.finished_at,
      branch: done.branch,
    };
    const move = decideNextMove(flow, { status: 'ACTIVE', started_at: standing.started_at, current }, facts, now);
    if (move.kind !== 'take_branch') return { answered, ...settleMove(flow, move) };
    answered.push({ node_id: move.node_id, branch: move.branch, decided_at: move.decided_at });
    done = { node_id: move.node_id, finished_at: move.decided_at, branch: move.branch };
  }
  return { answered, next: null, ends: { status: 'FAILED', error: 'The flow of this campaign goes in a circle.' } };
}

function settleMove(flow: Flow, move: Exclude<NextMove, { kind: 'take_branch' }>): Pick<Plan, 'next' | 'ends'> {
  switch (move.kind) {
    case 'schedule':
      return scheduleStep(flow, move.node_id, move.due_at);
    case 'wait_manual':
      return stay(move.node_id, move.since, 'person', 'manual_call', null);
    case 'evaluate_condition': {
      const type = findNode(flow, move.node_id)?.type;
      const lane = type && isConditionType(type) ? laneOfCondition(type) : 'local';
      return stay(move.node_id, move.due_at, lane, 'delay', move.due_at);
    }
    case 'wait_condition':
      return stay(move.node_id, move.until, 'local', 'condition', move.until);
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

function scheduleStep(flow: Flow, nodeId: number, dueAt: Date): Pick<Plan, 'next' | 'ends'> {
  const type = findNode(flow, nodeId)?.type;
  const lane = type && isStepType(type) ? laneOf(type) : null;
  if (lane === null) {
    const label = type ? typeInfo(type).label : 'This step';
    return { next: null, ends: { status: 'FAILED', error: `${label} is not available yet.` } };
  }
  // A call becomes a person's when it is due; until then the engine watches the clock.
  return stay(nodeId, dueAt, lane === 'person' ? 'local' : lane, 'delay', dueAt);
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
