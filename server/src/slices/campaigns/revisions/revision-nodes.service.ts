import type { RevisionNodeInput } from '@overture/contract/revisions';
import { addressWaitInDays, canLackAddress } from '@overture/domain/flow/address-wait';
import { type ConditionNode, type Flow, type FlowNode, findNode, type StepContent } from '@overture/domain/flow/flow';
import type { FlowChange, RevisionNode } from '@overture/domain/flow/flow-changes';
import { cleanFormattedTexts, retainFormattedTexts } from '@overture/domain/flow/formatted-texts';
import { type ConditionType, isStepType, nodeKind } from '@overture/domain/flow/step-types';
import { parseStoredFlow } from '@overture/domain/flow/stored-flow';
import { ApiError } from '../../../kernel/errors.ts';
import type { AttachmentRow } from '../flow/attachments.store.ts';
import { clampDelay, findStepLengthProblem, mergeContent, mergeLinkUrl, NO_LINK_TEXT } from '../flow/flow.rules.ts';

const NO_CONTENT: StepContent = {
  message: null,
  subject_line: null,
  placeholder_message: null,
  message_b: null,
  subject_line_b: null,
  placeholder_message_b: null,
  more_variants: null,
  formatted_texts: null,
};

/** A node as it is kept, its texts cleaned like those of a draft. @throws revision_refused for a text that is too long */
export function parseNode(given: RevisionNodeInput): RevisionNode {
  const { id, parent_id, branch, type, attachment_ids } = given;
  const place = { id, parent_id, branch, delay_in_hours: clampDelay(given.delay_in_hours, type) };
  if (!isStepType(type)) return parseCondition(place, type, given.link_url ?? undefined);
  const step = { ...place, kind: 'step' as const, type, ...NO_CONTENT };
  const content = mergeContent(step, given);
  const problem = findStepLengthProblem(step, content);
  if (problem !== null) throw refused(problem);
  const node = { ...step, ...content, attachment_ids: [...new Set(attachment_ids ?? [])].sort((a, b) => a - b) };
  const { address_wait_in_days } = given;
  return address_wait_in_days === undefined || !canLackAddress(type) ? node : { ...node, address_wait_in_days };
}

function parseCondition(
  place: Pick<FlowNode, 'id' | 'parent_id' | 'branch' | 'delay_in_hours'>,
  type: ConditionType,
  link: string | undefined,
): RevisionNode {
  const node = { ...place, kind: 'condition' as const, type };
  const link_url = mergeLinkUrl(node, link);
  if (link_url === undefined) throw refused(NO_LINK_TEXT);
  return link_url === null ? node : { ...node, link_url };
}

/** Steps sent without an address wait, variants C to F or formatted texts, keep their stored ones: older clients don't know them. */
export function restoreUnnamed(
  nodes: readonly RevisionNode[],
  given: readonly RevisionNodeInput[],
  known: Flow,
): RevisionNode[] {
  return nodes.map((node, index) => {
    const old = findNode(known, node.id);
    if (node.kind === 'condition') return restoreLink(node, given[index]?.link_url, old);
    if (old?.kind !== 'step') return node;
    const keepsMore = given[index]?.more_variants === undefined && Boolean(node.message_b);
    const more_variants = keepsMore ? (old.more_variants ?? null) : (node.more_variants ?? null);
    const keepsFormats = given[index]?.formatted_texts === undefined;
    const formatted_texts = keepsFormats ? retainFormattedTexts(old, { ...node, more_variants }) : node.formatted_texts;
    const address_wait_in_days =
      node.address_wait_in_days === undefined ? addressWaitInDays(old) : node.address_wait_in_days;
    const texts = { ...node, more_variants, address_wait_in_days };
    return { ...texts, formatted_texts: cleanFormattedTexts(node.type, formatted_texts, texts) };
  });
}

/** Older clients don't know the link of a condition: left out, it stays. */
function restoreLink(node: ConditionNode, given: string | null | undefined, old: FlowNode | undefined): RevisionNode {
  if (given !== undefined || old?.kind !== 'condition' || old.type !== node.type || !old.link_url) return node;
  return { ...node, link_url: old.link_url };
}

/** The flow with its files, once its nodes have their ids. @throws revision_refused unless it is one tree */
export function requireTree(nodes: readonly RevisionNode[]): RevisionNode[] {
  if (nodes.length === 0) return [];
  const flow = parseStoredFlow(nodes);
  if (flow === null) throw refused('These steps do not make one flow.');
  return withFiles(flow, (id) => nodes.find((node) => node.id === id)?.attachment_ids ?? []);
}

/** The flow that runs as a revision keeps it. */
export function flowOfRunning(nodes: readonly FlowNode[], attachments: readonly AttachmentRow[]): RevisionNode[] {
  const bare = nodes.map((node): FlowNode => {
    const { version: _, ...kept } = node;
    if (kept.kind !== 'step') return kept;
    const { variant_rules: __, ...step } = kept;
    return step;
  });
  return withFiles(bare, (id) => attachments.filter(({ node_id }) => node_id === id).map((file) => file.id));
}

function withFiles(flow: readonly FlowNode[], filesOf: (id: number) => readonly number[]): RevisionNode[] {
  return flow.map((node) => (node.kind === 'step' ? { ...node, attachment_ids: [...filesOf(node.id)] } : node));
}

export function refused(reason: string): ApiError {
  return new ApiError('revision_refused', { reason });
}

export type TypedChange = FlowChange & { type: RevisionNode['type'] };

/** Changes with the type of their node, which a deleted one has in the flow before only. */
export function typeChanges(
  changes: readonly FlowChange[],
  before: readonly RevisionNode[],
  after: readonly RevisionNode[],
): TypedChange[] {
  const types = new Map([...before, ...after].map(({ id, type }) => [id, type]));
  return changes.flatMap((change) => {
    const type = types.get(change.node_id);
    return type === undefined ? [] : [{ ...change, type }];
  });
}

/** The message why a step can't change its type or position. */
export function describeRefusal(kind: 'retyped' | 'moved', type: RevisionNode['type']): string {
  const { label } = nodeKind(type);
  return kind === 'retyped'
    ? `Leads have reached the ${label} step, so it cannot become another one. Delete it and add a new one.`
    : `Leads have reached the ${label} step, so it cannot be moved. Delete it and add a new one.`;
}
