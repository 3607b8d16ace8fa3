import { LEAD_PLACES, leadLabel } from '../leads/lead-fields.ts';

/**
 * How a message is written: plain text, variables in double curly brackets (`{{first_name}}`) and tokens, which are JSON in angle
 * brackets (`<{"type":"snippet","id":7,"name":"Opening line"}>`). This file reads and writes that form and nothing more.
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
  /** A name in curly brackets that is none of them: never sent as it stands, it counts as missing. */
  | { kind: 'unknown_variable'; name: string }
  | { kind: 'snippet'; id: number; name: string }
  | { kind: 'research'; id: number; name: string }
  | { kind: 'signature'; id: number; name: string }
  | { kind: 'unsubscribe'; text: string }
  | { kind: 'link'; text: string; url: string };

export type Token = Exclude<Segment, { kind: 'text' | 'variable' | 'unknown_variable' }>;

const VARIABLE_PATTERN = /\{\{\s*([\p{L}\p{N}_.-]{1,60})\s*\}\}/gu;
const TOKEN_START = '<{';
/** Longer tokens, and all after so many broken ones, are text: the bounds keep reading linear on hostile input. */
const TOKEN_MAX_LENGTH = 4000;
const MAX_BROKEN_TOKENS = 200;

/** A written message as segments; joined again by `writeSegments`. Broken tokens stay text. */
export function readSegments(template: string): Segment[] {
  const segments: Segment[] = [];
  let textStart = 0;
  let broken = 0;
  let at = template.indexOf(TOKEN_START);
  while (at >= 0 && broken < MAX_BROKEN_TOKENS) {
    const found = readTokenAt(template, at);
    if (found === null) {
      broken += 1;
      at = template.indexOf(TOKEN_START, at + 1);
      continue;
    }
    segments.push(...readVariables(template.slice(textStart, at)), found.token);
    textStart = found.end;
    at = template.indexOf(TOKEN_START, textStart);
  }
  return [...segments, ...readVariables(template.slice(textStart))];
}

function readVariables(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(VARIABLE_PATTERN)) {
    if (match.index > end) segments.push({ kind: 'text', text: text.slice(end, match.index) });
    segments.push(variableSegment(match[1] ?? ''));
    end = match.index + match[0].length;
  }
  if (end < text.length) segments.push({ kind: 'text', text: text.slice(end) });
  return segments;
}

function variableSegment(written: string): Segment {
  const name = written.toLowerCase();
  return isVariable(name) ? { kind: 'variable', name } : { kind: 'unknown_variable', name: written };
}

export function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}

function readTokenAt(template: string, start: number): { token: Token; end: number } | null {
  const jsonEnd = findJsonEnd(template, start + 1);
  if (jsonEnd === null || template[jsonEnd] !== '>') return null;
  try {
    const token = readToken(JSON.parse(template.slice(start + 1, jsonEnd)));
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

function readToken(value: unknown): Token | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type = 'snippet', id, name, text, url } = value as Record<string, unknown>;
  if (type === 'snippet' || type === 'research' || type === 'signature') {
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) return null;
    return { kind: type, id, name: typeof name === 'string' ? name : '' };
  }
  if (typeof text !== 'string') return null;
  if (type === 'unsubscribe') return { kind: type, text };
  return type === 'link' && typeof url === 'string' && isSafeLink(url) ? { kind: type, text, url } : null;
}

/** Links a message may carry: web and mail addresses, never a script. */
export function isSafeLink(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s<>"'`]+$/i.test(url) && url.length <= 2048;
}

export function writeToken(token: Token): string {
  const { kind, ...fields } = token;
  return `<${JSON.stringify({ type: kind, ...fields })}>`;
}

/** Segments as written; `readSegments` gives the same segments back. */
export function writeSegments(segments: readonly Segment[]): string {
  return segments.map(writeSegment).join('');
}

function writeSegment(segment: Segment): string {
  if (segment.kind === 'text') return segment.text;
  if (segment.kind === 'variable' || segment.kind === 'unknown_variable') return `{{${segment.name}}}`;
  return writeToken(segment);
}

/** Ids of the tokens of one kind in a message, each once. */
export function tokenIds(template: string, kind: 'snippet' | 'research' | 'signature'): number[] {
  const ids = readSegments(template).flatMap((segment) => (segment.kind === kind ? [segment.id] : []));
  return [...new Set(ids)];
}
