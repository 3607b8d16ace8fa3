import { cutText } from '../text/text-bounds.ts';
import { translateFieldName } from './placeholder-names.ts';
import { isMessageName, type MessageName } from './template/names.ts';

/**
 * Forms of other products that say what a form of ours says: Woodpecker's `{{FIRST_NAME | "there"}}` and `{{SPINTAX | "a" | "b"}}`, PlusVibe's
 * `{{random|a|b}}`, `{{fallback|first_name|there}}` and `{{first_name|there}}`. What means something here already, and what cannot be said
 * here, stays as it is.
 */
export function translateForeign(text: string): string {
  if (!text.includes('{{')) return text;
  const start = cutText(text, LONGEST_TEXT);
  return translate(start, 0) + text.slice(start.length);
}

const LONGEST_TEXT = 20_000;
/** Longest placeholder and deepest nesting: the bounds keep parsing linear on hostile input. */
const LONGEST_FORM = 2000;
const MOST_DEPTH = 2;
/** Forms that never close are given up on after so many. */
const MOST_BROKEN = 100;

/** What may follow a bar here already. */
const FILTERS = new Set([
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'truncate',
  'first',
  'replace',
  'date',
]);

function translate(text: string, depth: number): string {
  let written = '';
  let done = 0;
  let broken = 0;
  let at = text.indexOf('{{');
  while (at >= 0 && broken < MOST_BROKEN) {
    const end = findEnd(text, at);
    if (end === null) {
      broken += 1;
      at = text.indexOf('{{', at + 2);
      continue;
    }
    const source = text.slice(at, end);
    // Salesforce Lightning writes three: '{{{Recipient.FirstName}}}'.
    const isTriple = source.startsWith('{{{') && text[end] === '}';
    const ours = translateForm(source.slice(isTriple ? 3 : 2, -2), depth);
    written += text.slice(done, at) + (ours ?? source);
    done = isTriple && ours !== null ? end + 1 : end;
    at = text.indexOf('{{', end);
  }
  return written + text.slice(done);
}

/** Index after the form that opens at `start`, others inside it included; null where it does not close in bounds. */
function findEnd(text: string, start: number): number | null {
  const limit = Math.min(text.length, start + LONGEST_FORM);
  let open = 0;
  for (let at = start; at < limit - 1; at += 1) {
    const two = text.slice(at, at + 2);
    if (two !== '{{' && two !== '}}') continue;
    open += two === '{{' ? 1 : -1;
    at += 1;
    if (open === 0) return at + 1;
  }
  return null;
}

/** A form of ours that says the same; null where there is none, or it is one of ours. */
function translateForm(inner: string, depth: number): string | null {
  const [head = '', ...rest] = splitBars(inner.replace(MARKETO_DEFAULT, '|')).map((part) => part.trim());
  const word = head.toLowerCase();
  if ((word === 'spintax' || word === 'random') && rest.length > 1) return translateOptions(rest, depth);
  if (word === 'fallback') return rest.length === 2 ? translateFallback(rest[0]!, rest[1]!) : null;
  if (rest.length === 0) return isMessageName(head) ? null : translateName(head);
  return rest.length === 1 ? translateFallback(head, rest[0]!) : null;
}

/** '{{lead.City:default=your town}}'. */
const MARKETO_DEFAULT = /:default=/;

function translateOptions(given: readonly string[], depth: number): string | null {
  if (depth >= MOST_DEPTH) return null;
  const options = given.map((option) => translate(unquote(option), depth + 1));
  // What opens a group or divides its options would mean something else inside one.
  const isPlain = options.every((option) => !/[{}|]/.test(option.replaceAll(/\{\{[^{}]{1,200}\}\}/g, '')));
  return isPlain ? `{${options.join('|')}}` : null;
}

function translateFallback(given: string, words: string): string | null {
  const name = parseName(given.replace(/^\{\{/, '').replace(/\}\}$/, '').trim());
  if (name === null || FILTERS.has(/^[a-z_]*/.exec(words)![0])) return null;
  const text = unquote(words);
  if (/[{}]/.test(text) || text === '') return null;
  return `{{ ${name} | default: ${text.includes('"') ? `'${text.replaceAll("'", '’')}'` : `"${text}"`} }}`;
}

function translateName(word: string): string | null {
  const name = parseName(word);
  return name === null ? null : `{{${name}}}`;
}

function parseName(word: string): MessageName | null {
  const name = cutText(word, 60).toLowerCase();
  if (isMessageName(name)) return name;
  const field = translateFieldName(word)?.slice(2, -2) ?? '';
  // Two names for one, or a word that may be a column of the file: the writer decides.
  return isMessageName(field) ? field : null;
}

/** Split at bars outside of quotes and nested placeholders. */
function splitBars(inner: string): string[] {
  const parts: string[] = [];
  let open = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < inner.length; at += 1) {
    const character = inner[at]!;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === '“') quote = character === '"' ? '"' : '”';
    else if (character === '{') open += 1;
    else if (character === '}') open -= 1;
    else if (character === '|' && open === 0) {
      parts.push(inner.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, inner.slice(start)];
}

function unquote(text: string): string {
  const trimmed = text.trim();
  const isQuoted = trimmed.length > 1 && /^["“]/.test(trimmed) && /["”]$/.test(trimmed);
  return isQuoted ? trimmed.slice(1, -1) : trimmed;
}
