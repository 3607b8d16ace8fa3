import { addressWaitInDays } from '@overture/domain/flow/address-wait';
import { maxDelayInDays } from '@overture/domain/flow/delays';
import {
  type Flow,
  type FlowNode,
  type FormattedTexts,
  findNode,
  locatePosition,
  MORE_VARIANTS,
  type MoreVariant,
  nodeAt,
  type Position,
  type StepContent,
  type StepNode,
} from '@overture/domain/flow/flow';
import { cleanFormattedTexts, findFormattedProblem, retainFormattedTexts } from '@overture/domain/flow/formatted-texts';
import { type NodeType, stepKind } from '@overture/domain/flow/step-types';
import { parseLinkUrl } from '@overture/domain/flow/stored-flow';
import { FLOW_LIMITS } from '@overture/domain/limits';
import { findLengthProblem } from '@overture/domain/message/message-length';
import { findTemplateProblem, type KnownKeys } from '@overture/domain/message/resolve';
import { isBlank, toSingleLine } from '@overture/domain/text/text';

export const MAX_NODES = FLOW_LIMITS.max_nodes;

export interface PositionInput {
  parent?: number | null | undefined;
  child?: number | null | undefined;
  is_yes_child?: boolean | null | undefined;
}

/** The position a request refers to. With `child` alone it is the position of that node. */
export function parsePosition(flow: Flow, given: PositionInput): Position {
  const parent = given.parent ?? findNode(flow, given.child ?? null)?.parent_id ?? null;
  return locatePosition(flow, { parent, child: given.child ?? null, is_yes_child: given.is_yes_child ?? null });
}

/** True when another node is now at the position the user saw. */
export function isPositionStale(flow: Flow, position: Position, child: number | null | undefined): boolean {
  return typeof child === 'number' && nodeAt(flow, position)?.id !== child;
}

interface MoreVariantInput {
  variant: MoreVariant['variant'];
  message: string;
  subject_line?: string | null | undefined;
  placeholder_message?: string | null | undefined;
}

export interface StepInput {
  message?: string | null | undefined;
  subject_line?: string | null | undefined;
  placeholder_message?: string | null | undefined;
  message_b?: string | null | undefined;
  subject_line_b?: string | null | undefined;
  placeholder_message_b?: string | null | undefined;
  /** Left out, they stay; one with a blank message is removed. */
  more_variants?: readonly MoreVariantInput[] | null | undefined;
  /** Left out, those stay whose message stays. */
  formatted_texts?: FormattedTexts | null | undefined;
  delay_in_hours?: number | null | undefined;
  /** Left out, it stays; null holds the step for ever. */
  address_wait_in_days?: number | null | undefined;
}

/**
 * A step's content after an edit. Null keeps message and subject and clears the other fields. Without message B all of variant B is
 * removed. Fields the type does not have are dropped. The message of a step that a person does is their script.
 */
export function mergeContent(step: StepNode, given: StepInput): StepContent {
  const words = mergeWords(step, given);
  const texts = given.formatted_texts === undefined ? retainFormattedTexts(step, words) : given.formatted_texts;
  return { ...words, formatted_texts: cleanFormattedTexts(step.type, texts, words) };
}

function mergeWords(step: StepNode, given: StepInput): StepContent {
  const info = stepKind(step.type);
  const body = (value: string | null | undefined) => (info.is_message ? cleanBody(value) : null);
  const subject = (value: string | null | undefined) => (info.takes_subject ? cleanSubject(value) : null);
  const merged = {
    message: info.is_manual ? cleanBody(given.message ?? step.message) : body(given.message ?? step.message),
    subject_line: subject(given.subject_line ?? step.subject_line),
    placeholder_message: body(pick(given.placeholder_message, step.placeholder_message)),
    message_b: body(pick(given.message_b, step.message_b)),
    subject_line_b: subject(pick(given.subject_line_b, step.subject_line_b)),
    placeholder_message_b: body(pick(given.placeholder_message_b, step.placeholder_message_b)),
  };
  if (merged.message_b === null)
    return { ...merged, subject_line_b: null, placeholder_message_b: null, more_variants: null };
  const more = (given.more_variants === undefined ? step.more_variants : given.more_variants) ?? [];
  const kept = MORE_VARIANTS.flatMap((variant): MoreVariant[] => {
    const one = more.find((each) => each.variant === variant);
    const message = body(one?.message);
    if (!one || message === null) return [];
    const [subject_line, placeholder_message] = [subject(one.subject_line), body(one.placeholder_message)];
    return [{ variant, message, subject_line, placeholder_message }];
  });
  return { ...merged, more_variants: kept.length > 0 ? kept : null };
}

function pick(given: string | null | undefined, stored: string | null | undefined): string | null {
  return given === undefined ? (stored ?? null) : given;
}

/** A message as stored: well-formed, without NUL, line breaks as \n; null when blank. */
export function cleanBody(value: string | null | undefined): string | null {
  const text = (value ?? '').toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC');
  return isBlank(text) ? null : text;
}

/** A subject as stored: on one line, because text after a line break would become a mail header. */
export function cleanSubject(value: string | null | undefined): string | null {
  const text = toSingleLine((value ?? '').normalize('NFC'));
  return text === '' ? null : text;
}

/** The fields of a step in the order of the editor, as it calls them. */
const TEXT_FIELDS = {
  subject_line: 'Subject',
  message: 'Message',
  placeholder_message: 'Fallback message',
  subject_line_b: 'Subject of variant B',
  message_b: 'Message of variant B',
  placeholder_message_b: 'Fallback message of variant B',
} as const satisfies Partial<Record<keyof StepContent, string>>;

type NamedText = { name: string; text: string; is_subject: boolean };

function listTexts(content: Partial<StepContent>): NamedText[] {
  const fields = Object.keys(TEXT_FIELDS) as (keyof typeof TEXT_FIELDS)[];
  const texts = fields.map((field) => ({
    name: TEXT_FIELDS[field] as string,
    text: content[field] ?? '',
    is_subject: field.startsWith('subject'),
  }));
  const more = (content.more_variants ?? []).flatMap(({ variant, ...texts }): NamedText[] => {
    const of = `of variant ${variant.toUpperCase()}`;
    return [
      { name: `Subject ${of}`, text: texts.subject_line ?? '', is_subject: true },
      { name: `Message ${of}`, text: texts.message, is_subject: false },
      { name: `Fallback message ${of}`, text: texts.placeholder_message ?? '', is_subject: false },
    ];
  });
  return [...texts, ...more].filter(({ text }) => text !== '');
}

/** The first text that is too long, in the words of the editor, or null. */
export function findStepLengthProblem(step: StepNode, content: StepContent): string | null {
  const { body } = stepKind(step.type);
  for (const { text, is_subject } of listTexts(content)) {
    const problem = findLengthProblem(text, is_subject ? 'subject' : body);
    if (problem !== null) return problem;
  }
  return null;
}

/** The first text that cannot be sent as it is written (an unknown variable, a broken condition), with its field, or null. */
export function findWordsProblem(content: Partial<StepContent>, known: KnownKeys): string | null {
  for (const { name, text } of listTexts(content)) {
    const problem = findTemplateProblem(text, known);
    if (problem !== null) return `${name}: ${problem}`;
  }
  return findFormattedProblem(content, known);
}

/** Why texts of a step cannot be saved, in words, or null. */
export function findContentProblem(step: StepNode, content: StepContent, known: KnownKeys): string | null {
  return findStepLengthProblem(step, content) ?? findWordsProblem(content, known);
}

/** How long a node is held for an address after an edit. */
export function mergeAddressWait(node: FlowNode, given: Pick<StepInput, 'address_wait_in_days'>): number | null {
  return given.address_wait_in_days === undefined ? addressWaitInDays(node) : given.address_wait_in_days;
}

/** Hours as stored: values above 30 days, or what the type allows, are clamped. */
export function clampDelay(hours: number, type: NodeType): number {
  return Math.min(maxDelayInDays(type) * 24, hours);
}

/** The link that a condition asks for after an edit. Left out, it stays; an empty text means any link. Undefined for what is no link. */
export function mergeLinkUrl(node: FlowNode, given: string | null | undefined): string | null | undefined {
  if (node.kind !== 'condition' || node.type !== 'CLICKED') return null;
  return given === undefined ? (node.link_url ?? null) : parseLinkUrl(given);
}

export const NO_LINK_TEXT = 'The link must be a whole address, like https://example.com/prices.';
