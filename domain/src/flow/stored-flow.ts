import { ADDRESS_WAIT, FLOW_LIMITS } from '../limits.ts';
import { findLengthProblem } from '../message/message-length.ts';
import { isSafeLink } from '../text/safe-link.ts';
import { TRACKING_LIMITS } from '../tracking/link-tracking.ts';
import { addressWaitInDays, parseAddressWait } from './address-wait.ts';
import { delayInHours, maxDelayInDays, parseDelayInHours } from './delays.ts';
import type { Branch, FlowNode, MoreVariant, StepContent, StepNode } from './flow.ts';
import { CONTENT_FIELDS, copyFlow, MORE_VARIANTS, walkFlow } from './flow.ts';
import { parseFormattedTexts } from './formatted-texts.ts';
import { type ConditionType, isConditionType, isStepType, type StepType, stepKind } from './step-types.ts';

/** A flow as templates keep it: reachable nodes from the start downwards with ids from 1, nothing but what flows are made of. */
export function storeFlow(flow: readonly FlowNode[]): FlowNode[] {
  const reachable = walkFlow(flow);
  return copyFlow(
    flow,
    reachable.map((_, index) => index + 1),
  ).map((node) => ({ ...bareNode(node), delay_in_hours: delayInHours(node) }));
}

function bareNode(node: FlowNode): FlowNode {
  const { id, parent_id, branch, delay_in_hours } = node;
  const position = { id, parent_id, branch, delay_in_hours };
  if (node.kind === 'condition')
    return { ...position, kind: 'condition', type: node.type, ...(node.link_url ? { link_url: node.link_url } : {}) };
  const content = CONTENT_FIELDS.map((field) => [field, node[field] ?? null] as const);
  const step: StepNode = {
    ...position,
    kind: 'step',
    type: node.type,
    ...(Object.fromEntries(content) as StepContent),
    ...(node.more_variants?.length ? { more_variants: node.more_variants } : {}),
    ...(node.formatted_texts ? { formatted_texts: node.formatted_texts } : {}),
  };
  const wait = addressWaitInDays(node);
  return wait === ADDRESS_WAIT.default_in_days ? step : { ...step, address_wait_in_days: wait };
}

/**
 * Parses a stored flow of unknown shape. Null unless it is one tree of known types with every node reachable from the
 * start, at most one node at a position, and texts within the editor's limits. Unknown fields are dropped.
 */
export function parseStoredFlow(value: unknown): FlowNode[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > FLOW_LIMITS.max_nodes) return null;
  const nodes: FlowNode[] = [];
  for (const item of value) {
    const node = parseNode(item);
    if (node === null) return null;
    nodes.push(node);
  }
  return isOneTree(nodes) ? walkFlow(nodes) : null;
}

function parseNode(value: unknown): FlowNode | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Record<string, unknown>;
  const { type } = given;
  if (typeof type !== 'string' || !(isConditionType(type) || isStepType(type))) return null;
  const position = parsePosition(given, maxDelayInDays(type));
  if (position === null) return null;
  if (given.kind === 'condition' && isConditionType(type)) return parseCondition(type, position, given.link_url);
  return given.kind === 'step' && isStepType(type) ? parseStep(type, position, given) : null;
}

function parseStep(type: StepType, position: NodePosition, given: Record<string, unknown>): FlowNode | null {
  const content = parseContent(type, given);
  if (content === null) return null;
  if (given.address_wait_in_days === undefined) return { ...position, kind: 'step', type, ...content };
  const address_wait_in_days = parseAddressWait(given.address_wait_in_days);
  if (address_wait_in_days === undefined) return null;
  return { ...position, kind: 'step', type, ...content, address_wait_in_days };
}

function parseCondition(type: ConditionType, position: NodePosition, link: unknown): FlowNode | null {
  const link_url = parseLinkUrl(link);
  if (link_url === undefined) return null;
  return { ...position, kind: 'condition', type, ...(link_url !== null && type === 'CLICKED' ? { link_url } : {}) };
}

/** The link that a condition asks for: null for any, undefined for what is no link. */
export function parseLinkUrl(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const isLink = typeof value === 'string' && /^https?:\/\//i.test(value) && isSafeLink(value);
  return isLink && new TextEncoder().encode(value).length <= TRACKING_LIMITS.url_bytes ? value : undefined;
}

type NodePosition = Pick<FlowNode, 'id' | 'parent_id' | 'branch' | 'delay_in_hours'>;

function parsePosition({ id, parent_id, ...given }: Record<string, unknown>, maxDays: number): NodePosition | null {
  const branch = parseBranch(given.branch);
  const delay_in_hours = parseDelayInHours(given.delay_in_hours, maxDays);
  if (!isId(id) || !(parent_id === null || isId(parent_id))) return null;
  return branch === undefined || delay_in_hours === null ? null : { id, parent_id, branch, delay_in_hours };
}

function parseContent(type: StepType, given: Record<string, unknown>): StepContent | null {
  const content: Partial<StepContent> = {};
  for (const field of CONTENT_FIELDS) {
    const text = given[field] ?? null;
    if (text === null) {
      content[field] = null;
      continue;
    }
    const isScript = field === 'message' && stepKind(type).is_manual;
    if (!isText(type, text, field.startsWith('subject'), isScript)) return null;
    content[field] = text;
  }
  const more_variants = parseMoreVariants(type, given.more_variants);
  if (more_variants === null) return null;
  const words = {
    ...(content as StepContent),
    ...(content.message_b && more_variants.length > 0 ? { more_variants } : {}),
  };
  const formatted_texts = parseFormattedTexts(type, given.formatted_texts, words);
  return formatted_texts === null ? words : { ...words, formatted_texts };
}

/** `isScript`: the message of a step that a person does. */
function isText(type: StepType, text: unknown, isSubject: boolean, isScript = false): text is string {
  if (typeof text !== 'string' || text.includes('\0') || !text.isWellFormed()) return false;
  const { takes_subject, is_message } = stepKind(type);
  const isTaken = isSubject ? takes_subject && !/[\r\n]/.test(text) : is_message || isScript;
  return isTaken && findLengthProblem(text, isSubject ? 'subject' : stepKind(type).body) === null;
}

/** Variants C to F; null for anything else. */
export function parseMoreVariants(type: StepType, value: unknown): MoreVariant[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > MORE_VARIANTS.length) return null;
  const parsed: MoreVariant[] = [];
  for (const item of value as Record<string, unknown>[]) {
    const one = parseMoreVariant(type, item);
    if (one === null || parsed.some(({ variant }) => variant === one.variant)) return null;
    parsed.push(one);
  }
  return parsed;
}

function parseMoreVariant(type: StepType, item: Record<string, unknown> | null): MoreVariant | null {
  const variant = MORE_VARIANTS.find((known) => known === item?.variant);
  const { message, subject_line = null, placeholder_message = null } = item ?? {};
  if (variant === undefined || !isText(type, message, false)) return null;
  if (subject_line !== null && !isText(type, subject_line, true)) return null;
  if (placeholder_message !== null && !isText(type, placeholder_message, false)) return null;
  return { variant, message, subject_line, placeholder_message };
}

function parseBranch(value: unknown): Branch | null | undefined {
  if (value === null) return null;
  return value === 'yes' || value === 'no' ? value : undefined;
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** One start, known parents, one node at a place, branches under conditions only, no loop. */
function isOneTree(nodes: readonly FlowNode[]): boolean {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const positions = new Set(nodes.map(({ parent_id, branch }) => `${parent_id}:${branch}`));
  if (byId.size < nodes.length || positions.size < nodes.length) return false;
  const isPlaced = nodes.every(({ parent_id, branch }) => {
    if (parent_id === null) return branch === null;
    const parent = byId.get(parent_id);
    return parent !== undefined && (parent.kind === 'condition') === (branch !== null);
  });
  return isPlaced && walkFlow(nodes).length === nodes.length;
}
