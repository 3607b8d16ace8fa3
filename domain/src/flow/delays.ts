import { DELAYS } from '../limits.ts';
import { ancestorsOf, descendantsOf, type Flow, nodeAt, type Position, type StepNode } from './flow.ts';
import { conditionKind, isConditionType, isStepType, type NodeType, nodeKind } from './step-types.ts';

const HOURS_IN_DAY = 24;
export const MAX_DELAY_IN_HOURS = DELAYS.max_custom_days * HOURS_IN_DAY;

/** Days a node of a type may wait. */
export function maxDelayInDays(type: NodeType): number {
  return (isConditionType(type) ? conditionKind(type).max_delay_in_days : undefined) ?? DELAYS.max_custom_days;
}

/** Hours a new node waits: 24 for steps, 30 days for an accepted-invite wait, none for the other conditions. */
export function defaultDelayInHours(type: NodeType): number {
  return nodeKind(type).delay_in_hours;
}

/** Hours that a new node waits at a position: its default, but 0 for the first step of a path. */
export function newDelayInHours(flow: Flow, type: NodeType, position: Position): number {
  return isStepType(type) && isBeforeSteps(flow, position) ? 0 : defaultDelayInHours(type);
}

/** The steps without a delay that are no longer the first of their paths when a new step is inserted at a position. */
export function listFormerFirstSteps(flow: Flow, type: NodeType, position: Position): StepNode[] {
  const moved = nodeAt(flow, position);
  if (moved === undefined || !isStepType(type) || !isBeforeSteps(flow, position)) return [];
  return [moved, ...descendantsOf(flow, moved.id)]
    .filter((node) => node.kind === 'step')
    .filter((step) => step.delay_in_hours === 0 && isBeforeSteps(flow, step));
}

const isBeforeSteps = (flow: Flow, { parent_id }: Pick<Position, 'parent_id'>): boolean =>
  ancestorsOf(flow, parent_id).every(({ kind }) => kind === 'condition');

/** Hours a node waits, its type's default where none is set. */
export function delayInHours(node: { type: NodeType; delay_in_hours: number | null }): number {
  return node.delay_in_hours ?? defaultDelayInHours(node.type);
}

/** Custom delay in days to hours: whole days from 1 to 30, or to `max`, values above clamped. Not a number counts as 1. */
export function customDelayInHours(days: number, max: number = DELAYS.max_custom_days): number {
  const whole = Number.isFinite(days) ? Math.trunc(days) : days === Number.POSITIVE_INFINITY ? Infinity : 1;
  return Math.min(max, Math.max(DELAYS.min_custom_days, whole)) * HOURS_IN_DAY;
}

/** A delay as stored: whole hours from 0 to 30 days, or to `max` days, larger values clamped; null for what is no delay. */
export function parseDelayInHours(hours: unknown, max: number = DELAYS.max_custom_days): number | null {
  if (typeof hours !== 'number' || !Number.isInteger(hours) || hours < 0) return null;
  return Math.min(max * HOURS_IN_DAY, hours);
}
