/**
 * Words, as the lead finder understands them. Job titles and keywords are compared by whole words: 'sales' finds 'Head of Sales'
 * and not 'Salesforce'. Case and accents do not matter, nor does the order of words.
 *
 * Every step of `foldWords` has an equal in SQL (NFKD, marks removed, lower case, LETTERS replaced, cut at everything that is
 * neither letter nor digit), so a database can store folded text and find the same words.
 */

/** Letters that Unicode does not take apart; written as their readers write them without the key. */
const LETTERS: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
];

/** Words that say nothing about a job: a tag is compared without them ('Head of Sales' finds 'Head, Sales'). */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and at by for in of on or the to with und für der die das de du des la le les et van voor en het y e da di do dos'.split(
    ' ',
  ),
);

/**
 * Ways to write the same thing. A word or run of words of a tag that is listed here may be found as any other of its group; each
 * way is a list of words that must all occur. A short form of two things is in two groups: CPO finds the Chief Product and the
 * Chief People Officer, neither of them finds the other.
 */
export const SYNONYMS: readonly (readonly string[])[] = [
  ['vp', 'vice president', 'v p'],
  ['svp', 'senior vice president', 'sr vice president', 'senior vp', 'sr vp'],
  ['evp', 'executive vice president', 'executive vp'],
  ['avp', 'assistant vice president'],
  ['avp', 'associate vice president'],
  ['ceo', 'chief executive officer', 'chief executive'],
  ['cfo', 'chief financial officer', 'chief finance officer'],
  ['coo', 'chief operating officer', 'chief operations officer'],
  ['cto', 'chief technology officer', 'chief technical officer'],
  ['cmo', 'chief marketing officer'],
  ['cio', 'chief information officer'],
  ['ciso', 'chief information security officer'],
  ['chro', 'chief human resources officer', 'chief hr officer'],
  ['cpo', 'chief product officer'],
  ['cpo', 'chief people officer'],
  ['cpo', 'chief procurement officer'],
  ['cro', 'chief revenue officer'],
  ['cro', 'chief risk officer'],
  ['cco', 'chief commercial officer'],
  ['cco', 'chief customer officer'],
  ['cso', 'chief sales officer'],
  ['cso', 'chief strategy officer'],
  ['cdo', 'chief digital officer'],
  ['cdo', 'chief data officer'],
  ['cao', 'chief administrative officer'],
  ['cao', 'chief accounting officer'],
  ['cxo', 'chief experience officer'],
  ['md', 'managing director'],
  ['gm', 'general manager'],
  ['pm', 'product manager'],
  ['pm', 'project manager'],
  ['ea', 'executive assistant'],
  ['pa', 'personal assistant'],
  ['sdr', 'sales development representative', 'sales development rep'],
  ['bdr', 'business development representative', 'business development rep'],
  ['hr', 'human resources', 'human resource'],
  ['it', 'information technology'],
  ['qa', 'quality assurance'],
  ['rd', 'research development', 'r d'],
  ['pr', 'public relations'],
  ['ux', 'user experience'],
  ['ui', 'user interface'],
  ['bizdev', 'business development', 'bd'],
  ['seo', 'search engine optimization', 'search engine optimisation'],
  ['ai', 'artificial intelligence'],
  ['ml', 'machine learning'],
  ['saas', 'software as service'],
  ['senior', 'sr', 'snr'],
  ['junior', 'jr', 'jnr'],
  ['director', 'dir'],
  ['manager', 'mgr', 'mngr'],
  ['assistant', 'asst'],
  ['associate', 'assoc'],
  ['executive', 'exec'],
  ['engineer', 'eng', 'engr'],
  ['engineering', 'eng'],
  ['developer', 'dev'],
  ['administrator', 'admin'],
  ['president', 'pres'],
  ['representative', 'rep'],
  ['specialist', 'spec'],
  ['coordinator', 'coord', 'co ordinator'],
  ['supervisor', 'supv'],
  ['operations', 'ops'],
  ['marketing', 'mktg'],
  ['international', 'intl'],
  ['technology', 'tech'],
  ['department', 'dept'],
  ['development', 'dev'],
  ['cofounder', 'co founder'],
  ['centre', 'center'],
];

/** One part of a tag: it holds where all words of at least one alternative occur. */
export type WordPart = readonly (readonly string[])[];

/** A tag taken apart: every part must hold. */
export type WordPattern = readonly WordPart[];

/** Text without case, accents and letters' variants; anything but letters and digits stays. */
function foldText(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return LETTERS.reduce((folded, [letter, written]) => folded.replaceAll(letter, written), plain);
}

/** The words of a text in their order, folded. Empty for a text without letters and digits. */
export function foldWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The longest way in SYNONYMS has five words. */
const LONGEST_WAY = 5;

const WAYS: ReadonlyMap<string, readonly string[][]> = groupWays();

function groupWays(): Map<string, string[][]> {
  const ways = new Map<string, string[][]>();
  for (const group of SYNONYMS) {
    for (const way of group) {
      const known = ways.get(way) ?? [];
      ways.set(way, [...known, ...group.map((other) => other.split(' '))]);
    }
  }
  return ways;
}

/**
 * What a tag asks for. Stop words are left out unless nothing else is there; the longest run of words with synonyms is taken first.
 * Null for a tag without a single word.
 */
export function parseWordPattern(tag: string): WordPattern | null {
  const all = foldWords(tag);
  const meaningful = all.filter((word) => !STOP_WORDS.has(word));
  const words = meaningful.length > 0 ? meaningful : all;
  if (words.length === 0) return null;
  const parts: WordPart[] = [];
  for (let at = 0; at < words.length; ) {
    const length = longestWayAt(words, at);
    const run = words.slice(at, at + length);
    parts.push(uniqueWays(run, WAYS.get(run.join(' ')) ?? []));
    at += length;
  }
  return parts;
}

function longestWayAt(words: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST_WAY, words.length - at); length > 1; length -= 1) {
    if (WAYS.has(words.slice(at, at + length).join(' '))) return length;
  }
  return 1;
}

function uniqueWays(first: readonly string[], others: readonly string[][]): WordPart {
  const byText = new Map([first, ...others].map((way) => [way.join(' '), way]));
  return [...byText.values()];
}

/** True where every part of the pattern has an alternative whose words all occur. */
export function matchesWords(pattern: WordPattern, words: ReadonlySet<string>): boolean {
  return pattern.every((part) => part.some((way) => way.every((word) => words.has(word))));
}
