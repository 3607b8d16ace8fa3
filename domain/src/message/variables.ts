import { type LeadShape, leadValue } from '../leads/lead-fields.ts';
import { toSingleLine } from '../text/text.ts';
import { escapeHtml, linkHtml, textToHtml } from './html.ts';
import { nameMissing } from './missing-words.ts';
import type { Segment, Variable } from './tokens.ts';
import { isSafeLink, readSegments, VARIABLES } from './tokens.ts';

/** A lead as far as messages can name it. */
export type MessageFields = Record<Variable, string | null>;

/** What stands behind the variables and tokens of a message for one lead. Absent entries are missing data. */
export type MessageValues = {
  variables: Partial<Record<Variable, string | null>>;
  snippets?: ReadonlyMap<number, string | null>;
  research?: ReadonlyMap<number, string | null>;
  /** HTML must already be sanitised. */
  signatures?: ReadonlyMap<number, { html: string; text: string }>;
  unsubscribe_url?: string | null;
};

type RenderedMessage = { text: string; html: string };

/** `missing` names what a lead lacks: variable names, `snippet:7:Opening line`, `research:3:Funding`, `unknown:foo`. */
export type RenderResult =
  | ({ kind: 'ready'; used_fallback: boolean } & RenderedMessage)
  | { kind: 'missing'; missing: string[] };

/** What messages can name of a lead as it travels. */
export function messageFieldsOf(lead: LeadShape): MessageFields {
  return Object.fromEntries(VARIABLES.map((name) => [name, leadValue(lead, name)])) as MessageFields;
}

/** Values of the variables for a lead, on a single line each; blank ones are null. */
export function variablesOf(lead: Partial<MessageFields>): Record<Variable, string | null> {
  const lines = VARIABLES.map((name) => [name, toSingleLine(lead[name] ?? '') || null]);
  return Object.fromEntries(lines) as Record<Variable, string | null>;
}

/**
 * The message for one lead. Where data is missing the fallback message (`placeholder_message`) takes its place; where that lacks data
 * too, the answer says what is missing. Curly brackets and tokens inside a lead's data are data: they are never expanded.
 */
export function renderMessage(
  message: { message: string; placeholder_message?: string | null },
  values: MessageValues,
): RenderResult {
  const first = renderTemplate(message.message, values);
  if (first.kind === 'ready') return { ...first, used_fallback: false };
  const fallback = message.placeholder_message ?? '';
  if (fallback.trim() === '') return first;
  const second = renderTemplate(fallback, values);
  return second.kind === 'ready' ? { ...second, used_fallback: true } : { kind: 'missing', missing: first.missing };
}

/** A subject line for one lead: a single line, whatever the data holds, so no mail header can be slipped in. */
export function renderSubject(
  subject: string,
  values: MessageValues,
): { kind: 'ready'; text: string } | { kind: 'missing'; missing: string[] } {
  const rendered = renderTemplate(subject, values);
  return rendered.kind === 'missing' ? rendered : { kind: 'ready', text: toSingleLine(rendered.text) };
}

/** Data a lead lacks for a message, by name; empty when all is there. */
export function findMissing(template: string, values: MessageValues): string[] {
  const missing = readSegments(template).flatMap((segment) => missingName(segment, values) ?? []);
  return [...new Set(missing)];
}

export function usedVariables(template: string): Variable[] {
  const used = new Set(readSegments(template).flatMap((part) => (part.kind === 'variable' ? [part.name] : [])));
  return VARIABLES.filter((name) => used.has(name));
}

function renderTemplate(
  template: string,
  values: MessageValues,
): ({ kind: 'ready' } & RenderedMessage) | { kind: 'missing'; missing: string[] } {
  const missing = findMissing(template, values);
  if (missing.length > 0) return { kind: 'missing', missing };
  const pieces = readSegments(template).map((segment) => renderSegment(segment, values));
  return {
    kind: 'ready',
    text: pieces.map((piece) => piece.text).join(''),
    html: textToHtml(pieces),
  };
}

/** A piece of a message: its plain text, and its HTML where that is more than escaped text. */
type Piece = { text: string; html?: string; is_block?: boolean };

function renderSegment(segment: Segment, values: MessageValues): Piece {
  switch (segment.kind) {
    case 'text':
      return { text: segment.text };
    case 'variable':
    case 'snippet':
    case 'research':
    case 'unknown_variable':
      return { text: lookUp(segment, values) ?? '' };
    case 'link':
      return {
        text: segment.text === segment.url ? segment.url : `${segment.text} (${segment.url})`,
        html: linkHtml(segment.text, segment.url),
      };
    case 'signature': {
      const signature = values.signatures?.get(segment.id);
      return { text: signature?.text ?? '', html: signature?.html ?? '', is_block: true };
    }
    case 'unsubscribe': {
      const url = values.unsubscribe_url ?? '';
      return {
        text: `${segment.text}: ${url}`,
        html: isSafeLink(url) ? linkHtml(segment.text, url) : escapeHtml(segment.text),
      };
    }
  }
}

function missingName(segment: Segment, values: MessageValues): string | null {
  switch (segment.kind) {
    case 'variable':
      return lookUp(segment, values) === null ? segment.name : null;
    case 'unknown_variable':
      return `unknown:${segment.name}`;
    case 'snippet':
    case 'research':
      return lookUp(segment, values) === null ? nameMissing(segment.kind, segment) : null;
    case 'signature':
      return values.signatures?.has(segment.id) === true ? null : nameMissing(segment.kind, segment);
    case 'unsubscribe':
      return values.unsubscribe_url ? null : 'unsubscribe';
    default:
      return null;
  }
}

function lookUp(segment: Segment, values: MessageValues): string | null {
  if (segment.kind === 'variable') return filled(values.variables[segment.name]);
  if (segment.kind === 'snippet') return filled(values.snippets?.get(segment.id));
  if (segment.kind === 'research') return filled(values.research?.get(segment.id));
  return null;
}

function filled(text: string | null | undefined): string | null {
  return text === null || text === undefined || text.trim() === '' ? null : text;
}
