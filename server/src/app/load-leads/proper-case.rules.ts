import { SYNONYMS } from '@overture/domain/finder/lead-words';

/** Short forms that are written in capitals: VP, CEO, HR. */
const CAPITALS: ReadonlySet<string> = new Set(
  SYNONYMS.flatMap((group) => group.slice(0, 1)).filter(
    (word) => /^[a-z]{2,4}$/.test(word) && !/^(?:eng|dev)$/.test(word),
  ),
);
const SMALL: ReadonlySet<string> = new Set(
  'a an and at by for in of on or the to with de van der den von la le du'.split(' '),
);

/** Text of a source that writes everything small ('vp of sales') as people write it; anything with a capital stays as it is. */
export function properCase(text: string | null): string | null {
  if (text === null || text !== text.toLowerCase()) return text;
  return text.replace(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu, (word, offset: number) => {
    if (CAPITALS.has(word)) return word.toUpperCase();
    if (offset > 0 && SMALL.has(word)) return word;
    return word.charAt(0).toUpperCase() + word.slice(1);
  });
}
