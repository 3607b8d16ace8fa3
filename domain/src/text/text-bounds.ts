/**
 * Limits of outside text. Everything from outside (mail, pages, files, answers of models and vendors) is cut to one of
 * these sizes before a rule processes it; the rules are linear in the remaining length (`tools/laws/patterns/pattern-law.ts`).
 */
export const TEXT_BOUNDS = {
  /** Text of a mail, as far as it decides what kind of mail it is, in characters. */
  mail_text: 20_000,
  /** Text of a mail as it is stored and shown. */
  mail_shown: 100_000,
  /** Lines of a mail that are read one by one. */
  mail_lines: 20_000,
  /** Of a longer line only this much is compared with patterns. */
  line: 500,
  /** All values of one mail header together. */
  mail_header: 4_000,
  /** A machine's own words about a failed delivery. */
  diagnostic: 4_000,
  /** Larger HTML of a mail is not shown; its text is. */
  mail_html: 1_000_000,
  /** HTML nested deeper than this, or with more tags, is shown as text: cleaning it costs more than its length. */
  html_depth: 200,
  html_tags: 20_000,
  /** A page as technologies are looked for in it. */
  page_html: 200_000,
  model_answer: 100_000,
} as const;

/** The first characters of a text; none for null. A character of two halves is not cut in the middle. */
export function cutText(text: string | null | undefined, limit: number): string {
  if (text === null || text === undefined) return '';
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/** The lines of a text with any line endings, each cut to the length that patterns check. */
export function splitBoundedLines(text: string, limit: number = TEXT_BOUNDS.mail_lines): string[] {
  return splitLines(text, limit).map((line) => cutText(line, TEXT_BOUNDS.line));
}

/** The whole lines of a text with any line endings. */
export function splitLines(text: string, limit: number = TEXT_BOUNDS.mail_lines): string[] {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n', limit);
}

/**
 * True when `second` is found within `distance` characters after a hit of `first`, with nothing of `stops` between
 * them. The cost is the length of the text times the distance; one pattern of both would try every pair.
 * @param first with the flag g
 */
export function standsNear(
  text: string,
  { first, second, distance, stops }: { first: RegExp; second: RegExp; distance: number; stops: RegExp },
): boolean {
  for (const hit of text.matchAll(first)) {
    const from = hit.index + hit[0].length;
    // The word that follows may begin at the last place allowed and is read whole.
    const near = text.slice(from, from + distance + LONGEST_WORDS);
    const end = near.search(stops);
    const found = second.exec(end === -1 ? near : near.slice(0, end));
    if (found !== null && found.index <= distance) return true;
  }
  return false;
}

const LONGEST_WORDS = 40;
