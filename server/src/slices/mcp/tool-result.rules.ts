import type { McpTool } from '@overture/contract/mcp/mcp-tool';
import { ASSISTANT_LIMITS } from '@overture/domain/assistants';
import { cutText } from '@overture/domain/text/text-bounds';

/** Fields that say nothing to a language model: addresses of pictures, second spellings, HTML beside its text. */
export const DROPPED_FIELDS: ReadonlySet<string> = new Set([
  'picture_url',
  'profile_picture_url',
  'logo_url',
  'html',
  'message_template',
  'message_template_b',
  'may_delete',
]);

/** What a tool answers: the data of its call, and what was left out. */
export interface ToolResult {
  data: unknown;
  notes: string[];
}

type Json = Record<string, unknown>;

/** Turns a response of the API into the result of a tool: one page of rows, bounded texts, text by others marked as untrusted. */
export function toToolResult(tool: McpTool, answer: unknown, page: number): ToolResult {
  const notes: string[] = [];
  const picked = pick(answer, tool.keeps);
  const paged = tool.pages === undefined ? picked : cutRows(picked, tool.pages, page, notes);
  return { data: present(paged, { untrusted: tool.untrusted ?? {}, notes }), notes: [...new Set(notes)] };
}

function pick(answer: unknown, keeps: readonly string[] | undefined): unknown {
  if (!keeps) return answer;
  const picked: Json = {};
  for (const path of keeps) copyPath(answer, picked, path.split('.'));
  return picked;
}

function copyPath(from: unknown, into: Json, [head = '', ...rest]: string[]): void {
  const value = (from as Json | null)?.[head];
  if (value === undefined) return;
  if (rest.length === 0) {
    into[head] = value;
    return;
  }
  const inner = (into[head] as Json | undefined) ?? {};
  into[head] = inner;
  copyPath(value, inner, rest);
}

/** One page of the list that the call answers whole. */
function cutRows(answer: unknown, list: string | true, page: number, notes: string[]): unknown {
  const rows = (list === true ? answer : (answer as Json)[list]) as unknown[];
  const start = (page - 1) * ASSISTANT_LIMITS.rows;
  const shown = rows.slice(start, start + ASSISTANT_LIMITS.rows);
  if (shown.length < rows.length) notes.push(`Rows ${start + 1} to ${start + shown.length} of ${rows.length}.`);
  return list === true ? shown : { ...(answer as Json), [list]: shown };
}

interface Presenting {
  untrusted: Readonly<Record<string, string>>;
  notes: string[];
}

function present(value: unknown, how: Presenting): unknown {
  if (typeof value === 'string') return shorten(value, how.notes);
  if (Array.isArray(value)) {
    const entries: unknown[] = value;
    const kept = entries.slice(0, ASSISTANT_LIMITS.nested_rows);
    if (kept.length < entries.length) how.notes.push(`Lists were cut at ${ASSISTANT_LIMITS.nested_rows} entries.`);
    return kept.map((entry) => present(entry, how));
  }
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name]) => !DROPPED_FIELDS.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, presentField(name, field, how)]));
}

function presentField(name: string, field: unknown, how: Presenting): unknown {
  const source = how.untrusted[name];
  if (source === undefined || field === null || field === undefined) return present(field, how);
  return { source, untrusted: present(field, { ...how, untrusted: {} }) };
}

function shorten(text: string, notes: string[]): string {
  if (text.length <= ASSISTANT_LIMITS.text_characters) return text;
  notes.push(`Texts were cut at ${ASSISTANT_LIMITS.text_characters} characters.`);
  return `${cutText(text, ASSISTANT_LIMITS.text_characters)}…`;
}
