import type { FeatureFlags } from '../access/feature-flags.ts';
import type { LeadFieldColumn } from '../leads/lead-fields.ts';
import { isLinkedinAction, type LinkedinAction } from '../linkedin/linkedin-actions.ts';
import type { ContactLookup } from '../money/credits.ts';
import { CONDITION_KINDS } from './kinds/conditions.ts';
import type { ConditionKind, Lane, StepKind } from './kinds/node-kind.ts';
import { STEP_KINDS } from './kinds/steps.ts';

export type StepType = keyof typeof STEP_KINDS;
export type ConditionType = keyof typeof CONDITION_KINDS;
export type NodeType = StepType | ConditionType;

/** Everything known about each kind of node, gathered from `kinds/`. */
const NODE_KINDS: Readonly<Record<StepType, StepKind> & Record<ConditionType, ConditionKind>> = {
  ...STEP_KINDS,
  ...CONDITION_KINDS,
};

type Types<Type> = readonly [Type, ...Type[]];
export const STEP_TYPES = Object.keys(STEP_KINDS) as unknown as Types<StepType>;
export const CONDITION_TYPES = Object.keys(CONDITION_KINDS) as unknown as Types<ConditionType>;
/** All of them: the steps, then the conditions. */
export const NODE_TYPES = [...STEP_TYPES, ...CONDITION_TYPES] as const;

export function isStepType(type: string): type is StepType {
  return Object.hasOwn(STEP_KINDS, type);
}

export function isConditionType(type: string): type is ConditionType {
  return Object.hasOwn(CONDITION_KINDS, type);
}

export function stepKind(type: StepType): StepKind {
  return NODE_KINDS[type];
}

export function conditionKind(type: ConditionType): ConditionKind {
  return NODE_KINDS[type];
}

export function nodeKind(type: NodeType): StepKind | ConditionKind {
  return NODE_KINDS[type];
}

export function isTypeOffered(type: NodeType, flags: FeatureFlags): boolean {
  return flags[nodeKind(type).flag];
}

/** The action a step takes on LinkedIn; null for steps of other channels. */
export function getLinkedinAction(type: StepType): LinkedinAction | null {
  const { lane } = stepKind(type);
  return isLinkedinAction(lane) ? lane : null;
}

export function stepsOf(lane: Lane): StepType[] {
  return STEP_TYPES.filter((type) => stepKind(type).lane === lane);
}

/** Steps by what they reach a lead on. */
export function stepsOn(channel: 'linkedin' | 'email' | 'phone'): StepType[] {
  return STEP_TYPES.filter((type) => stepKind(type).channel === channel);
}

/** True for a condition whose delay is the longest wait for its yes. */
export function isWait(type: NodeType): boolean {
  return isConditionType(type) && conditionKind(type).is_wait === true;
}

/** What is looked up for leads that come to a node without what it asks for; null for most. */
export function lookupOf(type: NodeType): ContactLookup | null {
  return isConditionType(type) ? (conditionKind(type).reads?.lookup ?? null) : null;
}

export function conditionsWith(lookup: ContactLookup): ConditionType[] {
  return CONDITION_TYPES.filter((type) => lookupOf(type) === lookup);
}

/** Columns of leads that conditions read, each once. */
export const CONDITION_COLUMNS: readonly LeadFieldColumn[] = [
  ...new Set(CONDITION_TYPES.flatMap((type) => conditionKind(type).reads?.column ?? [])),
];

/** Look-ups that these nodes start, each once a lead. */
export function lookupsOf(types: Iterable<NodeType>): ContactLookup[] {
  return [...new Set([...types].flatMap((type) => lookupOf(type) ?? []))];
}
