import { EXCLUSION_LIST, TEXT_LIMITS } from '../limits.ts';
import { withoutInvisible } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';
import { normalizeDomain } from './domain-name.ts';
import { normalizeEmail } from './email-address.ts';

/**
 * A contact that must not be written to: a whole domain, or one address. A text with a local part before the `@` is
 * that address or invalid, never its domain: one person at a mail provider must not exclude all of its customers.
 */
export function parseExclusion(input: string): string | null {
  const text = withoutInvisible(cutText(input, TEXT_LIMITS.url_max)).replace(/^mailto:/i, '');
  const at = text.indexOf('@');
  if (at < 1 || text.slice(0, at).includes('/')) return normalizeDomain(text);
  const question = text.indexOf('?', at);
  return normalizeEmail(question < 0 ? text : text.slice(0, question));
}

interface ExclusionsRead {
  /** Domains and addresses as they are kept, each once, in the order of the text. */
  entries: string[];
  /** How many named an entry once more. */
  repeated: number;
  /** What is neither domain nor address, as it was written, each once. */
  unreadable: string[];
  /** True when the text is longer than the limit of one request. */
  is_cut: boolean;
}

/** The domains and addresses in a pasted list: lines, commas, semicolons and blanks part them; of `Name <address>` the address counts. */
export function parseExclusions(input: string): ExclusionsRead {
  const text = cutText(input, EXCLUSION_LIST.max_characters);
  const entries = new Set<string>();
  const unreadable = new Set<string>();
  let repeated = 0;
  for (const piece of piecesOf(text)) {
    const entry = parseExclusion(piece);
    if (entry !== null && entries.has(entry)) repeated += 1;
    else if (entries.size + unreadable.size >= EXCLUSION_LIST.max_entries) return answer(true);
    else if (entry !== null) entries.add(entry);
    else unreadable.add(cutText(piece, EXCLUSION_LIST.shown_characters));
  }
  return answer(text.length < input.length);

  function answer(is_cut: boolean): ExclusionsRead {
    return { entries: [...entries], repeated, unreadable: [...unreadable], is_cut };
  }
}

function* piecesOf(text: string): Generator<string> {
  for (const segment of text.split(/[\n\r,;]/)) {
    const bracketed = /<([^<>]+)>/.exec(cutText(segment, EXCLUSION_LIST.segment_characters))?.[1];
    if (bracketed?.includes('@')) yield bracketed;
    else for (const word of segment.split(/\s/)) if (/[\p{L}\p{N}]/u.test(word)) yield unquote(word);
  }
}

const unquote = (word: string): string => word.replace(/^["'([]/, '').replace(/["')\]]$/, '');
