import { LEAD_PLACES, leadLabel } from '../leads/lead-fields.ts';
import { isSafeLink } from '../text/safe-link.ts';
import { parseTag } from './template/condition.ts';
import { parseExpression } from './template/expression.ts';
import { isMessageName } from './template/names.ts';
import type { Piece } from './template/scan.ts';
import { scanText, type Work } from './template/scan.ts';

/**
 * How a message is written: plain text, variables in double curly brackets (`{{first_name}}`, `{{ first_name | default: "there" }}`),
 * conditions (`{% if industry %}`), and tokens, which are JSON in angle brackets (`<{"type":"snippet","id":7,"name":"Opening line"}>`).
 * This file cuts that form into its parts and writes it; what conditions and options mean is said in `template/`.
 */

/** Variables offered: fields of a lead. */
export const VARIABLES = LEAD_PLACES.messages;
export type Variable = (typeof VARIABLES)[number];

export const VARIABLE_LABELS = Object.fromEntries(VARIABLES.map((id) => [id, leadLabel(id, 'message')])) as Record<
  Variable,
  string
>;

export type Segment =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: Variable }
  /** An unknown name in curly brackets: never sent unfilled, it counts as missing. */
  | { kind: 'unknown_variable'; name: string }
  /** Any other output that is understood, as it is written. */
  | { kind: 'expression'; source: string }
  /** A part of a condition that is understood, as it is written. */
  | { kind: 'tag'; source: string }
  | { kind: 'snippet'; id: number; name: string }
  | { kind: 'research'; id: number; name: string }
  | { kind: 'signature'; id: number; name: string }
  | { kind: 'unsubscribe'; text: string }
  | { kind: 'link'; text: string; url: string };

export type Token = Exclude<Segment, { kind: 'text' | 'variable' | 'unknown_variable' | 'expression' | 'tag' }>;

const BARE_NAME = /^\{\{\s*([\p{L}\p{N}_.-]{1,60})\s*\}\}$/u;
const TOKEN_START = '<{';
/** Longer tokens, and all after so many broken ones, are text: the bounds keep reading linear on hostile input. */
const TOKEN_MAX_LENGTH = 4000;
const MAX_BROKEN_TOKENS = 200;
/** How a token of ours begins. Other words between these brackets are words. */
const MEANT_AS_TOKEN = /^<\{\s{0,10}"(?:type|id|name|text|url)"/;
const MEANT_LENGTH = 20;

/** A written message as segments; joined again by `writeSegments`. Broken tokens, outputs and conditions stay text, and no message with one is sent. */
export function parseSegments(template: string): Segment[] {
  const segments: Segment[] = [];
  for (const piece of parsePieces(template)) {
    const segment = piece.kind === 'other' ? piece.other : parseSegment(piece.kind, piece.source);
    const last = segments.at(-1);
    if (segment.kind === 'text' && last?.kind === 'text') last.text += segment.text;
    else segments.push(segment);
  }
  return segments;
}

/** A written message in its parts, each with its place, before anything of it is understood. */
export function parsePieces(template: string, work?: Work): Piece<Token>[] {
  const pieces: Piece<Token>[] = [];
  let textStart = 0;
  let broken = 0;
  let at = template.indexOf(TOKEN_START);
  while (at >= 0) {
    const found = broken < MAX_BROKEN_TOKENS ? parseTokenAt(template, at) : null;
    if (found === null) {
      broken += 1;
      if (broken > MAX_BROKEN_TOKENS || MEANT_AS_TOKEN.test(template.slice(at, at + MEANT_LENGTH))) {
        pieces.push(...scanText(template.slice(textStart, at), textStart, work), {
          kind: 'open',
          at,
          source: TOKEN_START,
        });
        textStart = at + TOKEN_START.length;
      }
      // Only the first broken output is reported; the rest is text.
      if (broken > MAX_BROKEN_TOKENS) break;
      at = template.indexOf(TOKEN_START, at + 1);
      continue;
    }
    pieces.push(...scanText(template.slice(textStart, at), textStart, work), { kind: 'other', at, other: found.token });
    textStart = found.end;
    at = template.indexOf(TOKEN_START, textStart);
  }
  return [...pieces, ...scanText(template.slice(textStart), textStart, work)];
}

function parseSegment(kind: 'text' | 'output' | 'tag' | 'open', source: string): Segment {
  if (kind === 'output') return parseOutput(source);
  return kind === 'tag' && 'tag' in parseTag(source, 0) ? { kind, source } : { kind: 'text', text: source };
}

function parseOutput(source: string): Segment {
  const written = BARE_NAME.exec(source)?.[1];
  const name = written?.toLowerCase() ?? '';
  if (isVariable(name)) return { kind: 'variable', name };
  if (written !== undefined && !isMessageName(name) && !isNumber(written))
    return { kind: 'unknown_variable', name: written };
  return 'expression' in parseExpression(source, 0) ? { kind: 'expression', source } : { kind: 'text', text: source };
}

function isNumber(written: string): boolean {
  return /^-?\d{1,20}(?:\.\d{1,20})?$/.test(written);
}

export function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}

function parseTokenAt(template: string, start: number): { token: Token; end: number } | null {
  const jsonEnd = findJsonEnd(template, start + 1);
  if (jsonEnd === null || template[jsonEnd] !== '>') return null;
  try {
    const token = parseToken(JSON.parse(template.slice(start + 1, jsonEnd)));
    return token === null ? null : { token, end: jsonEnd + 1 };
  } catch {
    return null;
  }
}

/** Index after the object that starts at `start`; quotes are honoured, so a name may hold `}>`. Null when it does not close in bounds. */
function findJsonEnd(template: string, start: number): number | null {
  const limit = Math.min(template.length, start + TOKEN_MAX_LENGTH);
  let depth = 0;
  let isQuoted = false;
  for (let index = start; index < limit; index += 1) {
    const character = template[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '{') depth += 1;
    else if (!isQuoted && character === '}' && --depth === 0) return index + 1;
  }
  return null;
}

function parseToken(value: unknown): Token | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type = 'snippet', id, name, text, url } = value as Record<string, unknown>;
  if (type === 'snippet' || type === 'research' || type === 'signature') return parseReference(type, id, name);
  if (typeof text !== 'string') return null;
  if (type === 'unsubscribe') return { kind: type, text };
  return type === 'link' && typeof url === 'string' && isSafeLink(url) ? { kind: type, text, url } : null;
}

function parseReference(kind: 'snippet' | 'research' | 'signature', id: unknown, name: unknown): Token | null {
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return null;
  return { kind, id, name: typeof name === 'string' ? name : '' };
}

export function writeToken(token: Token): string {
  const { kind, ...fields } = token;
  return `<${JSON.stringify({ type: kind, ...fields })}>`;
}

/** Segments as written; `parseSegments` gives the same segments back. */
export function writeSegments(segments: readonly Segment[]): string {
  return segments.map(writeSegment).join('');
}

function writeSegment(segment: Segment): string {
  if (segment.kind === 'text') return segment.text;
  if (segment.kind === 'variable' || segment.kind === 'unknown_variable') return `{{${segment.name}}}`;
  if (segment.kind === 'expression' || segment.kind === 'tag') return segment.source;
  return writeToken(segment);
}

/** Ids of the tokens of one kind in a message, each once. */
export function tokenIds(template: string, kind: 'snippet' | 'research' | 'signature'): number[] {
  const ids = parseSegments(template).flatMap((segment) => (segment.kind === kind ? [segment.id] : []));
  return [...new Set(ids)];
}

/** Replaces the ids of tokens. The rest of the message stays as written. */
export function replaceTokenIds(
  template: string,
  idOf: (kind: 'snippet' | 'research' | 'signature', id: number) => number,
): string {
  if (!template.includes(TOKEN_START)) return template;
  const pieces = parsePieces(template);
  const written = pieces.map((piece, index) => {
    if (piece.kind === 'other' && 'id' in piece.other)
      return writeToken({ ...piece.other, id: idOf(piece.other.kind, piece.other.id) });
    return template.slice(piece.at, pieces[index + 1]?.at);
  });
  return template.slice(0, pieces[0]?.at) + written.join('');
}
