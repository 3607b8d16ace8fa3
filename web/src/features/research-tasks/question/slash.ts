/** A slash at the beginning of a word, with what was typed behind it up to the caret. */
const SLASH = /(?:^|\s)\/([\p{L}\p{N}_-][\p{L}\p{N} _-]{0,40})?$/u;

/** Where a column is being looked for, or null. */
export function findSlash(text: string, caret: number): { start: number; typed: string } | null {
  const before = text.slice(0, caret);
  const found = SLASH.exec(before);
  if (found === null) return null;
  const typed = found[1] ?? '';
  return { start: caret - typed.length - 1, typed };
}

/** The text with a column's name in the place of `start` to `end`, and the caret behind it. */
export function insertName(text: string, name: string, start: number, end: number): { text: string; caret: number } {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isApart = before === '' || /\s$/.test(before);
  const written = `${isApart ? '' : ' '}{{${name}}}${/^[\s.,;:?!)]/.test(after) ? '' : ' '}`;
  return { text: `${before}${written}${after}`, caret: start + written.length };
}

/** The text without a column's name. */
export function removeName(text: string, name: string): string {
  const bare = name.replaceAll('.', '\\.');
  return text.replace(new RegExp(`[^\\S\\n]?\\{\\{\\s{0,20}${bare}\\s{0,20}\\}\\}`, 'gu'), '');
}
