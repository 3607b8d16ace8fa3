import type { ConditionType, NodeType, StepType } from './step-types.ts';

export type Branch = 'yes' | 'no';

/** Variants of a message, the first two as specified. */
export const VARIANTS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export type Variant = (typeof VARIANTS)[number];
/** Variants beside the specified two. */
export const MORE_VARIANTS = ['c', 'd', 'e', 'f'] as const satisfies readonly Variant[];

/** A third to sixth text of a step; its subject is that of A while it is blank. */
export type MoreVariant = {
  variant: (typeof MORE_VARIANTS)[number];
  message: string;
  subject_line: string | null;
  placeholder_message: string | null;
};

/** Formatted texts of the variants that have one, as HTML of `rich-text.ts`. The message of the variant is its text part. */
export type FormattedTexts = Partial<Record<Variant, string>>;

/** Which variants leads get. It changes a running flow immediately and is not part of a revision. */
export interface VariantRules {
  /** Shares in percent. They hold for exactly the variants they name; for others the shares are even. */
  shares?: Partial<Record<Variant, number>> | null;
  /** Variants that no further lead gets. */
  stopped?: readonly Variant[];
}

/** The content of a message step. Variant B exists only while A/B testing is on. */
export type StepContent = {
  subject_line: string | null;
  message: string | null;
  placeholder_message: string | null;
  subject_line_b: string | null;
  message_b: string | null;
  placeholder_message_b: string | null;
  /** Variants C to F, in this order; null without any, and without variant B. */
  more_variants?: MoreVariant[] | null;
  /** Null for steps whose messages are plain text. */
  formatted_texts?: FormattedTexts | null;
};

/** The words of a step, those of the first variant first: what of it a flow carries outside a campaign. Attachments stay behind. */
export const CONTENT_FIELDS = [
  'subject_line',
  'message',
  'placeholder_message',
  'subject_line_b',
  'message_b',
  'placeholder_message_b',
] as const satisfies readonly Exclude<keyof StepContent, 'more_variants' | 'formatted_texts'>[];

type NodeBase = {
  /** Steps and conditions draw from one sequence: an id names one node of the whole installation. */
  id: number;
  /** Null at the start of the campaign. */
  parent_id: number | null;
  /** The branch of its parent condition; null under a step and at the start. */
  branch: Branch | null;
  /** Hours after the previous node is done; 0 is immediate. Null takes the type's default, see `delays.ts`. */
  delay_in_hours: number | null;
  /** Rises with every change of texts and delay; flows that are not stored have none. */
  version?: number;
};

export type StepNode = NodeBase & {
  kind: 'step';
  type: StepType;
  /** Days it is held for a lead without the address of its channel, null for ever; left out, it is the default of `address-wait.ts`. */
  address_wait_in_days?: number | null;
  variant_rules?: VariantRules | null;
} & Partial<StepContent>;
export type ConditionNode = NodeBase & {
  kind: 'condition';
  type: ConditionType;
  /** Of a condition about clicks: the link that counts, any where it is null. */
  link_url?: string | null;
};
export type FlowNode = StepNode | ConditionNode;

/** A campaign's nodes in any order; their parents make the tree. */
export type Flow<N extends FlowNode = FlowNode> = readonly N[];

/** A place in the tree: under which node, and in which branch when that node is a condition. */
export type Position = { parent_id: number | null; branch: Branch | null };

export function findNode<N extends FlowNode>(flow: Flow<N>, id: number | null): N | undefined {
  return id === null ? undefined : flow.find((node) => node.id === id);
}

/** The node at a place, or undefined when the place is free. */
export function nodeAt<N extends FlowNode>(flow: Flow<N>, { parent_id, branch }: Position): N | undefined {
  return flow.find((node) => node.parent_id === parent_id && node.branch === branch);
}

export function firstNode<N extends FlowNode>(flow: Flow<N>): N | undefined {
  return nodeAt(flow, { parent_id: null, branch: null });
}

/** Children of a node: at most one under a step, yes before no under a condition. */
export function childrenOf<N extends FlowNode>(flow: Flow<N>, id: number | null): N[] {
  return flow
    .filter((node) => node.parent_id === id)
    .sort((a, b) => Number(a.branch === 'no') - Number(b.branch === 'no'));
}

/** Ancestors of a place, nearest first. A loop in broken data ends the walk instead of hanging it. */
export function ancestorsOf<N extends FlowNode>(flow: Flow<N>, parentId: number | null): N[] {
  const byId = new Map(flow.map((node) => [node.id, node]));
  const chain: N[] = [];
  const seen = new Set<number>();
  for (let node = parentId === null ? undefined : byId.get(parentId); node !== undefined && !seen.has(node.id); ) {
    seen.add(node.id);
    chain.push(node);
    node = node.parent_id === null ? undefined : byId.get(node.parent_id);
  }
  return chain;
}

/**
 * The email above a follow-up email whose subject it continues (`Re: …`) while it has none of its own; undefined for the
 * first email of a path and for other steps.
 */
export function findThreadStart(flow: Flow, step: Pick<FlowNode, 'type' | 'parent_id'>): StepNode | undefined {
  if (step.type !== 'EMAIL') return undefined;
  const emails = ancestorsOf(flow, step.parent_id).filter((node) => node.type === 'EMAIL') as StepNode[];
  return emails.find(({ subject_line }) => subject_line?.trim()) ?? emails.at(-1);
}

/** Every reachable node from the start, parents before children, the yes branch before the no branch. */
export function walkFlow<N extends FlowNode>(flow: Flow<N>, from: number | null = null): N[] {
  const children = Map.groupBy(flow, (node) => node.parent_id);
  const order: N[] = [];
  const open: N[] = [...(children.get(from) ?? [])];
  const seen = new Set<number>();
  sortBranches(open);
  while (open.length > 0) {
    const node = open.pop() as N;
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    order.push(node);
    open.push(...sortBranches([...(children.get(node.id) ?? [])]));
  }
  return order;
}

/** No before yes, because the walk takes from the end. */
function sortBranches<N extends FlowNode>(nodes: N[]): N[] {
  return nodes.sort((a, b) => Number(b.branch === 'no') - Number(a.branch === 'no'));
}

export function descendantsOf<N extends FlowNode>(flow: Flow<N>, id: number): N[] {
  return walkFlow(flow, id);
}

/**
 * The flow with a node inserted at a position. An existing node there moves under the new one (under its yes branch
 * when the new node is a condition). Check `step-locks.ts` first: this does not.
 */
export function insertNode<N extends FlowNode>(flow: Flow<N>, node: N): N[] {
  const moved = nodeAt(flow, node);
  const branch: Branch | null = node.kind === 'condition' ? 'yes' : null;
  return [...flow.map((other) => (other === moved ? { ...other, parent_id: node.id, branch } : other)), node];
}

/** What deleting a node does: which nodes go, and which one moves up into its place. */
export type Deletion = { removed_ids: number[]; moved_up_id: number | null };

/**
 * Deleting a step joins what follows to what went before. Deleting a condition keeps the only branch that has nodes; where both have,
 * both go with it, because two chains cannot follow one step.
 */
export function planDeletion(flow: Flow, id: number): Deletion {
  const children = childrenOf(flow, id);
  const [only] = children;
  if (children.length > 1) {
    return { removed_ids: [id, ...descendantsOf(flow, id).map((node) => node.id)], moved_up_id: null };
  }
  return { removed_ids: [id], moved_up_id: only?.id ?? null };
}

/** The flow without a node, as `planDeletion` says. An unknown id changes nothing. */
export function deleteNode<N extends FlowNode>(flow: Flow<N>, id: number): N[] {
  const node = findNode(flow, id);
  if (node === undefined) return [...flow];
  const { removed_ids, moved_up_id } = planDeletion(flow, id);
  const removed = new Set(removed_ids);
  return flow
    .filter((other) => !removed.has(other.id))
    .map((other) => (other.id === moved_up_id ? { ...other, parent_id: node.parent_id, branch: node.branch } : other));
}

export function linksOf(flow: Flow, node: FlowNode) {
  const parent = findNode(flow, node.parent_id);
  const links = {
    parent_step_id: parent?.kind === 'step' ? parent.id : null,
    parent_condition_id: parent?.kind === 'condition' ? parent.id : null,
  };
  if (node.kind === 'condition') {
    const yes = nodeAt(flow, { parent_id: node.id, branch: 'yes' });
    const no = nodeAt(flow, { parent_id: node.id, branch: 'no' });
    return { ...links, yes_child_step_id: yes?.id ?? null, no_child_step_id: no?.id ?? null };
  }
  const child = nodeAt(flow, { parent_id: node.id, branch: null });
  return {
    ...links,
    child_step_id: child?.kind === 'step' ? child.id : null,
    child_condition_id: child?.kind === 'condition' ? child.id : null,
  };
}

/**
 * Place named by the wire: `parent` (null at the start), and under a condition the branch by `is_yes_child`. Where that is left out the
 * branch of `child` counts, else yes.
 */
export function locatePosition(
  flow: Flow,
  wire: { parent?: number | null; child?: number | null; is_yes_child?: boolean | null },
): Position {
  const parent_id = wire.parent ?? null;
  if (findNode(flow, parent_id)?.kind !== 'condition') return { parent_id, branch: null };
  if (typeof wire.is_yes_child === 'boolean') return { parent_id, branch: wire.is_yes_child ? 'yes' : 'no' };
  const child = findNode(flow, wire.child ?? null);
  return { parent_id, branch: child?.parent_id === parent_id ? child.branch : 'yes' };
}

/**
 * A copy of a flow with new ids, for duplicates and templates. Parents come before children, the order in which rows
 * are inserted. `newIds` holds one id for each reachable node; fewer throw RangeError.
 */
export function copyFlow<N extends FlowNode>(flow: Flow<N>, newIds: readonly number[]): N[] {
  const nodes = walkFlow(flow);
  const ids = new Map(nodes.map((node, index) => [node.id, newIds[index]]));
  return nodes.map((node) => {
    const id = ids.get(node.id);
    if (id === undefined) throw new RangeError('A copied flow needs an id for every node.');
    return { ...node, id, parent_id: node.parent_id === null ? null : (ids.get(node.parent_id) ?? null) };
  });
}

export function typesIn(flow: Flow): Set<NodeType> {
  return new Set(flow.map((node) => node.type));
}
