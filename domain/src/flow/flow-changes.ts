import { contentOf, isAbTested, listVariants } from './ab-variant.ts';
import { addressWaitInDays, canLackAddress } from './address-wait.ts';
import { delayInHours } from './delays.ts';
import type { Branch, Flow, FlowNode, StepContent } from './flow.ts';
import { ancestorsOf, CONTENT_FIELDS, childrenOf, findNode, nodeAt, walkFlow } from './flow.ts';

/**
 * What a new revision changes in a running flow, and where waiting leads continue. Node ids are stable: the same id is
 * the same step, even with another text or delay.
 */

/** A node of a revision, with the files its message carries. */
export type RevisionNode = FlowNode & { attachment_ids?: readonly number[] };

export const FLOW_CHANGE_KINDS = [
  'text',
  'attachments',
  'variant_added',
  'variant_stopped',
  'condition',
  'delay',
  'address_wait',
  'inserted',
  'added_at_end',
  'deleted',
] as const;
type FlowChangeKind = (typeof FLOW_CHANGE_KINDS)[number];

export interface FlowChange {
  kind: FlowChangeKind;
  node_id: number;
  /** Hours of a delay before and after. */
  from_hours?: number;
  to_hours?: number;
}

/** Why a flow cannot become the next revision, by the node it is about. */
export interface FlowRefusal {
  node_id: number;
  kind: 'retyped' | 'moved';
}

/** What is different in `after`, in the order of the new flow; what is gone comes last. */
export function findFlowChanges(before: Flow<RevisionNode>, after: Flow<RevisionNode>): FlowChange[] {
  const changes = walkFlow(after).flatMap((node): FlowChange[] => {
    const old = findNode(before, node.id);
    if (old) return changesOfNode(old, node);
    const leadsOn = walkFlow(after, node.id).some(({ id }) => findNode(before, id));
    return [{ kind: leadsOn ? 'inserted' : 'added_at_end', node_id: node.id }];
  });
  const deletedNodes = walkFlow(before).filter(({ id }) => !findNode(after, id));
  return [...changes, ...deletedNodes.map(({ id }): FlowChange => ({ kind: 'deleted', node_id: id }))];
}

function changesOfNode(old: RevisionNode, node: RevisionNode): FlowChange[] {
  const found: FlowChange[] = [];
  const node_id = node.id;
  if (old.kind === 'step' && node.kind === 'step') {
    const [is, was] = [listVariants(node), listVariants(old)];
    if (is.some((variant) => !was.includes(variant))) found.push({ kind: 'variant_added', node_id });
    if (was.some((variant) => !is.includes(variant))) found.push({ kind: 'variant_stopped', node_id });
    if (hasOtherTexts(old, node)) found.push({ kind: 'text', node_id });
  }
  if (isOtherQuestion(old, node)) found.push({ kind: 'condition', node_id });
  if (filesOf(old) !== filesOf(node)) found.push({ kind: 'attachments', node_id });
  const [from_hours, to_hours] = [delayInHours(old), delayInHours(node)];
  if (from_hours !== to_hours) found.push({ kind: 'delay', node_id, from_hours, to_hours });
  if (hasOtherWait(old, node)) found.push({ kind: 'address_wait', node_id });
  return found;
}

/** Whether a variant that both have says something else. */
function hasOtherTexts(old: Partial<StepContent>, node: Partial<StepContent>): boolean {
  const fields = isAbTested(node) && isAbTested(old) ? CONTENT_FIELDS : CONTENT_FIELDS.slice(0, 3);
  if (fields.some((field) => (old[field] ?? '') !== (node[field] ?? ''))) return true;
  const shared = listVariants(node).filter((variant) => listVariants(old).includes(variant));
  if (shared.some((variant) => contentOf(old, variant).formatted !== contentOf(node, variant).formatted)) return true;
  return (node.more_variants ?? []).some((one) => {
    const before = old.more_variants?.find(({ variant }) => variant === one.variant);
    return (
      before !== undefined &&
      (['message', 'subject_line', 'placeholder_message'] as const).some(
        (field) => (before[field] ?? '') !== (one[field] ?? ''),
      )
    );
  });
}

/** A condition with a changed question: waiting leads are evaluated again, leads with an answer keep their branch. */
function isOtherQuestion(old: FlowNode | undefined, node: FlowNode | undefined): boolean {
  if (old?.kind !== 'condition' || node?.kind !== 'condition') return false;
  return old.type !== node.type || (old.link_url ?? null) !== (node.link_url ?? null);
}

/** A step that is held for an address for another time; steps that need none have no such time. */
function hasOtherWait(old: RevisionNode, node: RevisionNode): boolean {
  if (node.kind !== 'step' || !canLackAddress(node.type)) return false;
  return addressWaitInDays(old) !== addressWaitInDays(node);
}

const filesOf = ({ attachment_ids = [] }: RevisionNode): string => [...attachment_ids].sort((a, b) => a - b).join();

/**
 * Steps of both flows with another type or order, and conditions that became steps. This is allowed only while no lead
 * has reached them.
 */
export function findFlowRefusals(before: Flow, after: Flow): FlowRefusal[] {
  return walkFlow(after).flatMap((node): FlowRefusal[] => {
    const old = findNode(before, node.id);
    if (!old) return [];
    if (old.type !== node.type && !isOtherQuestion(old, node)) return [{ node_id: node.id, kind: 'retyped' }];
    return placeAmong(before, old, after) === placeAmong(after, node, before)
      ? []
      : [{ node_id: node.id, kind: 'moved' }];
  });
}

/**
 * The nearest ancestor of a node that both flows have, and the branch under it. A condition that only one flow has is
 * skipped like a step: its branches are merged into the path, or newly split from it.
 */
function placeAmong(flow: Flow, node: FlowNode, other: Flow): string {
  let { branch } = node;
  for (const above of ancestorsOf(flow, node.parent_id)) {
    if (findNode(other, above.id)) return `${above.id}:${branch ?? ''}`;
    branch = above.branch;
  }
  return `start:${branch ?? ''}`;
}

/** The position in the new flow of leads that wait at a node. */
export interface LeadRoute {
  from_node_id: number;
  /** Null: the flow is over for them. */
  to_node_id: number | null;
  /** True where the node itself, or what it asks, is another one; otherwise only its delay is. */
  is_forced: boolean;
}

/** Routes of those nodes whose waiting leads are led elsewhere, or have another delay before them. */
export function planLeadRoutes(before: Flow, after: Flow): LeadRoute[] {
  return walkFlow(before).flatMap((node): LeadRoute[] => {
    const to = placeOfWaiting(before, after, node);
    const is_forced = to?.id !== node.id || isOtherQuestion(node, to);
    if (!is_forced && to && delayInHours(to) === delayInHours(node)) return [];
    return [{ from_node_id: node.id, to_node_id: to?.id ?? null, is_forced }];
  });
}

/** The node at which leads wait that waited at `node`: it or what follows it, or what was put before that. */
function placeOfWaiting(before: Flow, after: Flow, node: FlowNode): FlowNode | undefined {
  const kept = keptFrom(before, after, node);
  if (!kept) return findNodeAtDeletedEnd(before, after, node);
  let place = kept;
  for (const above of ancestorsOf(after, kept.parent_id)) {
    if (findNode(before, above.id)) break;
    place = above;
  }
  return place;
}

/** The node where it is kept, else the first of those below it that is. */
function keptFrom(before: Flow, after: Flow, node: FlowNode): FlowNode | undefined {
  const kept = findNode(after, node.id);
  if (kept) return kept;
  for (const child of childrenOf(before, node.id)) {
    const below = keptFrom(before, after, child);
    if (below) return below;
  }
  return undefined;
}

/** What is new at the place that a deleted end has left. */
function findNodeAtDeletedEnd(before: Flow, after: Flow, node: FlowNode): FlowNode | undefined {
  let branch: Branch | null = node.branch;
  for (const above of ancestorsOf(before, node.parent_id)) {
    if (findNode(after, above.id)) return newAt(before, after, above.id, branch);
    branch = above.branch;
  }
  return newAt(before, after, null, branch);
}

function newAt(before: Flow, after: Flow, parent_id: number | null, branch: Branch | null): FlowNode | undefined {
  const there = nodeAt(after, { parent_id, branch });
  return there && !findNode(before, there.id) ? there : undefined;
}

/** A waiting lead is not scheduled sooner than this from now, because a changed delay must not cause a burst. */
export const SOONEST_MOVE_IN_MINUTES = 15;
/** A completed lead that was contacted longer ago is not reactivated. */
export const REOPEN_WITHIN_IN_DAYS = 30;
/** How much a count may differ from what was shown before publishing asks again: this share, and at least so many leads. */
const MOVED_SHARE = 0.05;
const MOVED_LEADS = 1;

/** Whether a count differs so much from the one shown that the user has to confirm again. */
export function hasMoved(seen: number, now: number): boolean {
  return Math.abs(now - seen) > Math.max(MOVED_LEADS, seen * MOVED_SHARE);
}
