import type { FeatureFlags } from '../access/feature-flags.ts';
import { canSendInmail, type LinkedinTier } from '../accounts.ts';
import { say, toSay } from '../text/say.ts';
import type { Flow, FlowNode, Position } from './flow.ts';
import { ancestorsOf, findNode, nodeAt } from './flow.ts';
import type { NodeType } from './step-types.ts';
import { isConditionType, isStepType, isTypeOffered, NODE_TYPES, stepKind } from './step-types.ts';

/** Why a type cannot be added at a place. */
export const LOCK_TEXTS = toSay({
  used_step: 'This step is already used earlier in this branch.',
  used_condition: 'This condition is already used earlier in this branch.',
  inmail_tier: 'InMail needs a Sales Navigator or Recruiter account.',
  invite_after_condition: 'An invite cannot follow an Accepted Invite or Already Connected condition.',
  condition_has_child: 'A condition can only be added at the end of a branch.',
  condition_under_condition: 'Add a step between two conditions.',
  tracking_off: 'Turn on Track clicks in the campaign settings first.',
  opens_off: 'Turn on Track opens in the campaign settings first.',
  branch_needed: 'Choose the yes or the no branch.',
  branch_not_possible: 'Only a condition has branches.',
  unknown_parent: 'This step no longer exists.',
});

export type LockContext = {
  /** Tier of the campaign's LinkedIn account; null while none is chosen. */
  linkedin_tier: LinkedinTier | null;
  /** False where the campaign counts no clicks: nothing can wait for one. */
  tracks_clicks?: boolean;
  /** The same for opens. */
  tracks_opens?: boolean;
};

/** A type of the Add new step drawer: locked when `reason` says why. */
export type OfferedType = { type: NodeType; reason: string | null };

/** Types of the drawer for a place: hidden ones left out by the flags, locked ones with their reason. */
export function offerTypes(flow: Flow, position: Position, flags: FeatureFlags, context: LockContext): OfferedType[] {
  return NODE_TYPES.filter((type) => isTypeOffered(type, flags)).map((type) => ({
    type,
    reason: findLock(flow, position, type, context),
  }));
}

/** Reason why a type may not be added at a place, or null when it may. */
export function findLock(flow: Flow, position: Position, type: NodeType, context: LockContext): string | null {
  return sayLock(
    findPositionProblem(flow, position) ?? (isStepType(type) ? lockStep : lockCondition)(flow, position, type, context),
  );
}

/**
 * Reason why a node is not allowed at its position in a finished flow, or null. Nodes below a condition were added
 * after it.
 */
export function findNodeLock(flow: Flow, node: FlowNode, context: LockContext): string | null {
  if (node.kind === 'step') return sayLock(lockStep(flow, node, node.type, context));
  const others = flow.filter(({ parent_id }) => parent_id !== node.id);
  const rest = others.filter(({ id }) => id !== node.id);
  return sayLock(lockCondition(rest, node, node.type, context));
}

const sayLock = (text: string | null): string | null => (text === null ? null : say(text));

/** Reason why a place does not exist, or null. */
function findPositionProblem(flow: Flow, { parent_id, branch }: Position): string | null {
  if (parent_id === null) return branch === null ? null : LOCK_TEXTS.branch_not_possible;
  const parent = findNode(flow, parent_id);
  if (parent === undefined) return LOCK_TEXTS.unknown_parent;
  if (parent.kind === 'condition') return branch === null ? LOCK_TEXTS.branch_needed : null;
  return branch === null ? null : LOCK_TEXTS.branch_not_possible;
}

function lockStep(flow: Flow, position: Position, type: NodeType, context: LockContext): string | null {
  if (!isStepType(type)) return null;
  const used = ancestorsOf(flow, position.parent_id).map((node) => node.type);
  if (!stepKind(type).may_repeat && used.includes(type)) return LOCK_TEXTS.used_step;
  const isInvitePointless = used.includes('ACCEPTED_INVITE') || used.includes('ALREADY_CONNECTED');
  if (type === 'LINKEDIN_INVITE' && isInvitePointless) return LOCK_TEXTS.invite_after_condition;
  const hasNoInmail = context.linkedin_tier !== null && !canSendInmail(context.linkedin_tier);
  return type === 'INMAIL' && hasNoInmail ? LOCK_TEXTS.inmail_tier : null;
}

function lockCondition(flow: Flow, position: Position, type: NodeType, context: LockContext): string | null {
  if (!isConditionType(type)) return null;
  const ancestors = ancestorsOf(flow, position.parent_id);
  if (ancestors.some((node) => node.type === type)) return LOCK_TEXTS.used_condition;
  if (ancestors[0]?.kind === 'condition') return LOCK_TEXTS.condition_under_condition;
  if (type === 'CLICKED' && context.tracks_clicks === false) return LOCK_TEXTS.tracking_off;
  if (type === 'OPENED' && context.tracks_opens === false) return LOCK_TEXTS.opens_off;
  return nodeAt(flow, position) === undefined ? null : LOCK_TEXTS.condition_has_child;
}
