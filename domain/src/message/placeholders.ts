import { cutText } from '../text/text-bounds.ts';
import { translateFieldName } from './placeholder-names.ts';
import { parsePieces } from './tokens.ts';

/** A placeholder of another tool in a message, or a blank that a person fills in: it would be sent unfilled. */
export interface Placeholder {
  /** First character in the text as it is written. */
  at: number;
  source: string;
  /** What says the same here; null where nothing does. */
  ours: string | null;
  /** Never intended as text: a message with it is not sent. */
  is_certain: boolean;
}

const LONGEST_TEXT = 20_000;
const MOST_FOUND = 50;

/**
 * Forms of placeholders, each with its name in brackets of its own, longer ones first: Mailchimp `*|FNAME|*`, GetResponse and Constant Contact
 * `[[firstname]]`, scripts `<%= %>` and `{%= %}`, Salesforce Classic and AWeber `{!Contact.FirstName}`, MailerLite `{$name}`, Zoho `${Leads.First Name}`,
 * Pardot `%%first_name%%`, ActiveCampaign and Smartlead `%FIRSTNAME%`, Word `«First_Name»`, GMass and old Reply.io `{FirstName}`, and what people write by hand
 * (`[First Name]`, `<Company Name>`). Sources, read 28 November 2026: the vendors' own help pages (decision 0283).
 */
const FORMS =
  /\*\|([^*\n]{1,160})\|\*|\[\[([^[\]\n]{1,80})\]\]|<%=?([^%<>\n]{1,80})%>|\{%=([^%{}\n]{1,80})%\}|\{[!$]([^{}\n]{1,80})\}|[$#]\{([^{}\n]{1,80})\}|%%([\w.-]{2,60})%%|%([\w.-]{2,60})%|#([A-Za-z][\w.-]{1,60})#|«([^«»\n]{1,60})»|<<([^<>\n]{1,60})>>|<([^<>{}\n]{1,60})>|\{([^{}\n]{1,80})\}|\[([^[\]\n]{1,60})\]/g;
/** How sure each form is, in the order above: `any` is never words, `code` is a placeholder where its name looks like one, `words` may be words. */
const KINDS = [
  'any',
  'any',
  'any',
  'any',
  'any',
  'any',
  'any',
  'percent',
  'percent',
  'code',
  'words',
  'words',
  'code',
  'words',
] as const;
type Kind = (typeof KINDS)[number];

/** Of `[fill in]`, in the place of a value that only a person knows: no message with it is sent. */
export const BLANK_NAME = 'fill in';
/** Wherever it is: inside a group of options, a default or the words of a link too. */
const BLANKS = /\[\s{0,5}fill\s{1,5}in\s{0,5}\]/giu;

/** Placeholders of other tools in the words of a message, in their order. Double curly brackets are read as our own (`translateForeign`). */
export function findPlaceholders(template: string): Placeholder[] {
  if (!/[{[%<«*#]/.test(template)) return [];
  const blanks = findBlanks(template);
  const named = findNamed(template).filter(({ at, source }) => !blanks.some((blank) => overlaps(blank, at, source)));
  return [...blanks, ...named].sort((one, other) => one.at - other.at);
}

/** What is left to a person: no message with one is sent, whenever it was written. */
export function findBlanks(template: string): Placeholder[] {
  const hits = [...template.matchAll(BLANKS)].slice(0, MOST_FOUND);
  return hits.map((hit) => ({ at: hit.index, source: hit[0], ours: null, is_certain: true }));
}

const overlaps = (blank: Placeholder, at: number, source: string): boolean =>
  at < blank.at + blank.source.length && blank.at < at + source.length;

function findNamed(template: string): Placeholder[] {
  const found: Placeholder[] = [];
  for (const piece of parsePieces(cutText(template, LONGEST_TEXT))) {
    if (piece.kind !== 'text' && !(piece.kind === 'tag' && piece.source.startsWith('{%='))) continue;
    found.push(...findForms(piece.source, piece.at, MOST_FOUND - found.length));
    if (found.length >= MOST_FOUND) break;
  }
  return found;
}

function findForms(text: string, start: number, most: number): Placeholder[] {
  const found: Placeholder[] = [];
  FORMS.lastIndex = 0;
  for (let hit = FORMS.exec(text); hit !== null && found.length < most; hit = FORMS.exec(text)) {
    const placeholder = parseHit(hit, start, text);
    if (placeholder !== null) found.push(placeholder);
    // A group of options is no placeholder, and may have one inside.
    else FORMS.lastIndex = hit.index + 1;
  }
  return found;
}

/** A message with the placeholders of other tools as ours; those that nothing here says stay. */
export function translatePlaceholders(template: string): string {
  let written = '';
  let done = 0;
  for (const { at, source, ours } of findPlaceholders(template)) {
    if (ours === null) continue;
    written += template.slice(done, at) + ours;
    done = at + source.length;
  }
  return written + template.slice(done);
}

function parseHit(hit: RegExpMatchArray, start: number, text: string): Placeholder | null {
  const group = KINDS.findIndex((_, index) => hit[index + 1] !== undefined);
  const kind = KINDS[group]!;
  const { name, fallback } = splitFallback(hit[group + 1] ?? '');
  const field = /[\p{L}]/u.test(name) ? translateFieldName(name) : null;
  const index = hit.index ?? 0;
  if (kind === 'code' && fallback !== null && isOptions(name, field)) return null;
  if (kind === 'percent' && /[\d%]/.test(text.charAt(index - 1))) return null;
  if (!isMeant(kind, name, field)) return null;
  const ours = translateField(field, fallback);
  return { at: start + index, source: hit[0], ours, is_certain: isCertain(kind, name, ours) };
}

const isCertain = (kind: Kind, name: string, ours: string | null): boolean =>
  ours !== null && (kind !== 'words' || isCompound(name));

/** A group of options is ours: only a name that is no word makes it a placeholder with words beside it. */
const isOptions = (name: string, field: string | null): boolean => field === null || !isCompound(name);

function translateField(field: string | null, fallback: string | null): string | null {
  return field === null || fallback === null || field.includes(' ') ? field : withFallback(field, fallback);
}

function isMeant(kind: Kind, name: string, field: string | null): boolean {
  if (kind === 'any') return /^[\s\p{L}\p{N}_.:!$-]+$/u.test(name) && /\p{L}/u.test(name);
  if (kind === 'code') return field !== null || isIdentifier(name);
  if (kind === 'percent') return field !== null || (name === name.toUpperCase() && isIdentifier(name));
  // Templates use 'Insert …' and 'Your …' to instruct their reader.
  return field === null ? /^(?:your|insert|enter|add) \p{L}/iu.test(name) : isCompound(name) || /^\p{Lu}/u.test(name);
}

/** 'first_name', 'firstName', 'First Name', 'FNAME': no word of a language. */
const isCompound = (name: string): boolean =>
  /[_.]|\p{Ll}\p{Lu}| /u.test(name.trim()) ||
  /^(?:[fl]name|(?:first|last|full|company)name|jobtitle)$/i.test(name.trim());

/** 'custom_field', 'companySize'. */
const isIdentifier = (name: string): boolean =>
  /^\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+$|^\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u.test(name);

const FALLBACK = /\|\|?|:default=|, ?fallback=| default=| or (?=["“])|\?:|,/i;

/** 'FirstName|there', 'Contact.FirstName, Friend', 'lead.City:default=your town', 'FIRSTNAME OR "there"'. */
function splitFallback(inner: string): { name: string; fallback: string | null } {
  const mark = FALLBACK.exec(inner);
  if (mark === null) return { name: inner.trim(), fallback: null };
  const words = inner.slice(mark.index + mark[0].length).trim();
  return { name: inner.slice(0, mark.index).trim(), fallback: words.replace(/^["“']/, '').replace(/["”']$/, '') };
}

function withFallback(field: string, words: string): string {
  if (words === '' || /[{}]/.test(words)) return field;
  const quoted = words.includes('"') ? `'${words.replaceAll("'", '’')}'` : `"${words}"`;
  return `{{ ${field.slice(2, -2)} | default: ${quoted} }}`;
}
