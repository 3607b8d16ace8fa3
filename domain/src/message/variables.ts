import { isSafeLink } from '../text/safe-link.ts';
import { toSingleLine } from '../text/text.ts';
import { escapeHtml, linkHtml, textToHtml } from './html.ts';
import { OVERSIZED } from './missing-words.ts';
import { lookUp, type MessageValues, missingName, nameProblem, type ResolvedPart, resolveTemplate } from './resolve.ts';
import { renderFormatted } from './rich/rich-render.ts';
import { RENDER_LIMITS } from './template/budget.ts';
import { nameLabel } from './template/names.ts';
import { subjectSeed } from './template/spin.ts';
import type { Variable } from './tokens.ts';
import { parseSegments, VARIABLES, writeToken } from './tokens.ts';

export { type MessageFields, toMessageFields, variablesOf } from './message-fields.ts';
export type { MessageValues } from './resolve.ts';

type RenderedMessage = { text: string; html: string };

/**
 * `missing` names what a lead lacks: variable names, `snippet:7:Opening line`, `research:3:Funding`. It also names what
 * no lead has: `unknown:foo`, and `broken:` with a sentence about a text that can't be parsed. `oversized`: with this
 * lead's data the message exceeds the limit.
 */
export type RenderResult =
  | ({ kind: 'ready'; used_fallback: boolean } & RenderedMessage)
  | { kind: 'missing'; missing: string[] };

/**
 * The message for one lead. Where data is missing the fallback message (`placeholder_message`) takes its place; where that lacks data
 * too, the answer says what is missing. Curly brackets and tokens inside a lead's data are data: they are never expanded.
 */
export function renderMessage(
  message: { message: string; placeholder_message?: string | null; formatted?: string | null },
  values: MessageValues,
): RenderResult {
  const first = renderTemplate(message.message, values);
  if (first.kind === 'ready') {
    const { formatted } = message;
    const html = formatted ? renderFormatted({ formatted, message: message.message }, values) : null;
    return { ...first, html: html ?? first.html, used_fallback: false };
  }
  const fallback = message.placeholder_message ?? '';
  if (fallback.trim() === '') return first;
  const second = renderTemplate(fallback, values);
  return second.kind === 'ready' ? { ...second, used_fallback: true } : { kind: 'missing', missing: first.missing };
}

/** A subject line for one lead: always a single line, so the data can't inject a mail header. */
export function renderSubject(
  subject: string,
  values: MessageValues,
): { kind: 'ready'; text: string } | { kind: 'missing'; missing: string[] } {
  const rendered = renderTemplate(subject, subjectValues(values));
  return rendered.kind === 'missing' ? rendered : { kind: 'ready', text: toSingleLine(rendered.text) };
}

function subjectValues(values: MessageValues): MessageValues {
  return { ...values, seed: subjectSeed(values.seed ?? 0) };
}

/**
 * Data a lead lacks for a message, by name; empty when it has everything. Branches that the lead doesn't take are not
 * checked.
 */
export function findMissing(template: string, values: MessageValues): string[] {
  return listMissing(resolveTemplate(template, values), values);
}

function listMissing(
  { parts, problems, is_oversized }: ReturnType<typeof resolveTemplate>,
  values: MessageValues,
): string[] {
  const names = parts.flatMap((part) => missingName(part, values) ?? []);
  return [...new Set([...problems.map(nameProblem), ...names, ...(is_oversized ? [OVERSIZED] : [])])];
}

export function usedVariables(template: string): Variable[] {
  const used = new Set(parseSegments(template).flatMap((part) => (part.kind === 'variable' ? [part.name] : [])));
  return VARIABLES.filter((name) => used.has(name));
}

function renderTemplate(
  template: string,
  values: MessageValues,
): ({ kind: 'ready' } & RenderedMessage) | { kind: 'missing'; missing: string[] } {
  const resolved = resolveTemplate(template, values);
  const missing = listMissing(resolved, values);
  if (missing.length > 0) return { kind: 'missing', missing };
  const pieces = resolved.parts.map((part) => renderPart(part, values));
  // Counted before anything of this size is put together.
  const size = pieces.reduce((sum, { text, html }) => sum + Math.max(text.length, html?.length ?? 0), 0);
  const rendered = size > RENDER_LIMITS.characters ? null : joinPieces(pieces);
  const isOversized = rendered === null || rendered.html.length > RENDER_LIMITS.characters;
  return isOversized ? { kind: 'missing', missing: [OVERSIZED] } : { kind: 'ready', ...rendered };
}

/** A text as shown in a preview: `[Job title]` marks missing data. It is never sent. */
export function renderWithGaps(
  template: string,
  values: MessageValues,
  formatted: string | null = null,
): RenderedMessage {
  const { parts } = resolveTemplate(template, values);
  const shown = joinPieces(
    parts.map((part) => (isGap(part, values) ? { text: gapText(part) } : renderPart(part, values))),
  );
  const html = formatted === null ? null : renderFormatted({ formatted, message: template }, values, gapText);
  return { ...shown, html: html ?? shown.html };
}

/** Markers of missing values in a text, each once. */
export function listGaps({ subject_line, message }: Worded, values: MessageValues): string[] {
  const parts = [
    ...resolveTemplate(subject_line, subjectValues(values)).parts,
    ...resolveTemplate(message, values).parts,
  ];
  return [...new Set(parts.filter((part) => isGap(part, values)).map(gapText))];
}

type Worded = { subject_line: string; message: string };

const isGap = (part: ResolvedPart, values: MessageValues): boolean =>
  part.kind === 'unknown' || missingName(part, values) !== null;

const gapText = (part: ResolvedPart): string => `[${gapLabel(part)}]`;

/** The same of a subject. */
export function renderSubjectWithGaps(subject: string, values: MessageValues): string {
  return toSingleLine(renderWithGaps(subject, subjectValues(values)).text);
}

function gapLabel(part: ResolvedPart): string {
  if (part.kind === 'gap') return nameLabel(part.name);
  if (part.kind === 'unknown') return part.source.slice(2, -2).trim();
  return 'name' in part ? part.name : part.kind;
}

/**
 * A message for one lead, still in message syntax: conditions are answered, options picked, values inserted. Missing
 * values, links and signatures stay. Values are escaped, so they have no effect when the text is parsed again.
 */
export function fillTemplate(template: string, values: MessageValues): string {
  const { parts, problems, is_oversized } = resolveTemplate(template, values);
  if (problems.length > 0 || is_oversized) return template;
  return parts
    .map((part) => {
      if (part.kind === 'text' || part.kind === 'value') return quoteText(part.text);
      if (part.kind === 'gap' || part.kind === 'unknown') return part.source;
      const known = lookUp(part, values);
      return known === null ? writeToken(part) : quoteText(known);
    })
    .join('');
}

/** Words in which nothing means anything: an opening bracket is put in as a text of its own. */
function quoteText(text: string): string {
  return text.replaceAll('{', '{{ "{" }}');
}

type Piece = { text: string; html?: string; is_block?: boolean };

/** A message in both its parts. */
function joinPieces(pieces: readonly Piece[]): RenderedMessage {
  return { text: pieces.map((piece) => piece.text).join(''), html: textToHtml(pieces) };
}

/** A piece of a message: its plain text, and its HTML where that is more than escaped text. */
function renderPart(part: ResolvedPart, values: MessageValues): Piece {
  switch (part.kind) {
    case 'text':
    case 'value':
      return { text: part.text };
    case 'snippet':
    case 'research':
      return { text: lookUp(part, values) ?? '' };
    case 'gap':
    case 'unknown':
      return { text: '' };
    case 'link':
      return renderLink(part);
    case 'signature':
      return renderSignature(part.id, values);
    case 'unsubscribe':
      return renderUnsubscribe(part.text, values);
  }
}

function renderLink({ text, url }: { text: string; url: string }): Piece {
  return { text: text === url ? url : `${text} (${url})`, html: linkHtml(text, url) };
}

function renderSignature(id: number, { signatures }: MessageValues): Piece {
  const signature = signatures?.get(id);
  // A campaign may leave signatures out: no empty block stays.
  if (!signature || signature.html === '') return { text: '' };
  return { text: signature.text, html: signature.html, is_block: true };
}

function renderUnsubscribe(text: string, { unsubscribe_url }: MessageValues): Piece {
  const url = unsubscribe_url ?? '';
  return { text: `${text}: ${url}`, html: isSafeLink(url) ? linkHtml(text, url) : escapeHtml(text) };
}
