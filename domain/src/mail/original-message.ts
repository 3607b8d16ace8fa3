import { cutText, splitLines, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** Message-IDs are at most a line long (RFC 5322: 998 characters). */
const LONGEST_FIELD = 1_000;

/**
 * Message-ID, without angle brackets, of the mail that a bounce quotes in its text, however it is quoted. Null when it names none. Bounces
 * in the standard form carry it apart; this is for servers that write a letter.
 */
export function readQuotedMessageId(text: string | null): string | null {
  const lines = splitLines(cutText(text, TEXT_BOUNDS.mail_shown));
  for (const [index, line] of lines.entries()) {
    const field = /^(?:original[- ]|x-original-)?message[- ]?id\*?\s{0,3}[:=](.*)/i.exec(unquoted(line));
    if (field === null) continue;
    const value = field[1]?.trim() || unquoted(lines[index + 1] ?? '').trim();
    const id = readId(value);
    if (id !== null) return id;
  }
  return null;
}

/** `<a@b>`, `a@b`, `&lt;a@b&gt;`: some servers write it without its brackets. */
function readId(value: string): string | null {
  const bracketed = /^[*\s]{0,4}(?:<|&lt;)([^<>\s&]{3,500})(?:>|&gt;)/.exec(value)?.[1];
  return bracketed ?? /^[*\s]{0,4}([^<>\s@]{1,250}@[^<>\s@]{1,250})\s{0,20}$/.exec(value)?.[1] ?? null;
}

/** A line without the marks of a quotation. */
function unquoted(line: string): string {
  return cutText(line, LONGEST_FIELD).replace(/^[ \t>|*]+/, '');
}
