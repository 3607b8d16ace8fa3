import { cutText } from './text-bounds.ts';

/**
 * Letters made equal for comparing: each code point through Unicode's simple lower-case mapping, nothing else. PostgreSQL's
 * `lower(x COLLATE "C.UTF-8")` does the same, so a filter finds the same rows in memory and in SQL. The two letters where JavaScript
 * maps by context or to two code points (Greek final sigma, dotted capital I) are therefore mapped by hand. Compared over all of Unicode:
 * they differ only in letters younger than the server's tables (28 code points on PostgreSQL 18.4, 55 on 15.18, all of rare scripts).
 */
export function foldCase(text: string): string {
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
}

/** Null, nothing, or nothing but ASCII white space: `btrim(x, E' \t\r\n\f\v') = ''` in SQL. */
export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || /^[ \t\r\n\f\v]*$/.test(text);
}

/**
 * Characters without a width: soft hyphen, zero-width spaces and joiners, direction marks, byte order mark, invisible operators, fillers of
 * Hangul. Web pages and other programs leave them at the ends of copied values, where they mean nothing.
 */
const INVISIBLE = /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/g;
const INVISIBLE_OR_BLANK =
  /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/;

/**
 * A value without white space and invisible characters at both ends. Those inside stay: joiners and direction marks shape names of some scripts.
 * `cleanText` and `toSingleLine` trim by this, so every value that is stored is trimmed by it.
 */
export function trimValue(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && INVISIBLE_OR_BLANK.test(text[start] as string)) start += 1;
  while (end > start && INVISIBLE_OR_BLANK.test(text[end - 1] as string)) end -= 1;
  return text.slice(start, end);
}

/** Removes invisible characters everywhere: for addresses, links and names of time zones, which contain none. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').trim();
}

/** Text as it is stored: composed (NFC), well-formed, without NUL (which PostgreSQL refuses), trimmed. */
export function cleanText(text: string): string {
  return trimValue(text.toWellFormed().replaceAll('\0', '').normalize('NFC'));
}

/** `cleanText`, with null for what is left empty. */
export function cleanOptionalText(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const cleaned = cleanText(text);
  return cleaned === '' ? null : cleaned;
}

/** What a text without any of this is: a single line already. Letters of other scripts are looked at one by one below. */
const MAY_NOT_BE_SINGLE = /[^\x20-\x7e\u00a1-\u00ac\u00ae-\u024f]|^ | $| {2}/;

/** A single line: line breaks and other control characters become spaces. Used for subjects, names and mail headers. */
export function toSingleLine(text: string): string {
  if (!MAY_NOT_BE_SINGLE.test(text)) return text;
  return trimValue(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replace(/ {2,}/g, ' '),
  );
}

/** A text without any of these characters at its end. A pattern (`/\/+$/`) would try every place of a run again. */
export function trimTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

/** A text without any of these characters at its beginning and its end. */
export function trimOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text[start] as string)) start += 1;
  return trimTrailing(text.slice(start), characters);
}

const NAME_SHOWN = 100;

/** Cleans a name that a user gave for one line of our mail: an address in it must not become a link. */
export function toMailName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replaceAll('://', ': //');
  return line.length > NAME_SHOWN ? `${cutText(line, NAME_SHOWN)}…` : line;
}

/** What people call something, within a sentence of ours: in another language the sentence is said, and this stays. */
export const quoteName = (name: string): string => `“${name.replaceAll('”', '"')}”`;
