import { trimOf, withoutInvisible } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';
import { normalizeEmail } from './email-address.ts';

/** A cell with more than this is read by its beginning. */
const LONGEST_CELL = 2000;
/**
 * Google's exports separate values by ` ::: `, others by commas, semicolons, bars or lines. An address may have a name
 * or a note next to it.
 */
const BETWEEN_ADDRESSES = /:::|[\s,;|<>()[\]"，；、]+/;
const AROUND_AN_ADDRESS = "'`.:/&’‘“”„»«";

/** The addresses in a cell, each once. */
export interface AddressCell {
  /** The first one; null where none can be written to. */
  email: string | null;
  /** The further ones. */
  others: string[];
}

/** The email addresses in one cell of a file, however other tools put several into it. */
export function parseAddressCell(cell: string): AddressCell {
  const whole = normalizeEmail(cell);
  if (whole !== null) return { email: whole, others: [] };
  const text = withoutInvisible(cutText(cell, LONGEST_CELL)).replaceAll('＠', '@');
  const found = text.split(BETWEEN_ADDRESSES).flatMap((word) => (word.includes('@') ? parseWord(word) : []));
  const [email = null, ...others] = new Set(found);
  return { email, others };
}

/** 'mailto:a@b.com?subject=x', "'a@b.com'", 'work:a@b.com', 'a@b.com/c@d.com'. */
function parseWord(word: string): string[] {
  const address = parseTrimmed(word);
  if (address !== null) return [address];
  return word.split(/[/:&?]/).flatMap((part) => parseTrimmed(part) ?? []);
}

function parseTrimmed(word: string): string | null {
  const trimmed = trimOf(word, AROUND_AN_ADDRESS);
  // Between other words '--@one.example' is a piece of them, not an address.
  return trimmed.includes('@') && /^[\p{L}\p{N}_]/u.test(trimmed)
    ? (normalizeEmail(trimmed) ?? normalizeEmail(trimmed.split('?', 1)[0] ?? ''))
    : null;
}
