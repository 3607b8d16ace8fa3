import { cutText } from '../text/text-bounds.ts';

/**
 * A person's name taken apart for comparing it with the local part of an address. All parts are lower-case ASCII letters
 * and digits; `particles` are the small words before a family name (van der, de la), `core` the rest of it.
 */
export type NameParts = {
  first: readonly string[];
  particles: readonly string[];
  core: readonly string[];
};

/** How letters that ASCII lacks are written: `plain` (ü is u) or `spelled` out (ü is ue). */
export type LetterStyle = 'plain' | 'spelled';

const PARTICLES: ReadonlySet<string> = new Set(
  'van von der den de del della di da dos das do du la le los las el al bin ibn ten ter te zu zum zur vom af av t s op y e'.split(
    ' ',
  ),
);

/** Before or behind a name, without its dots. */
const TITLES: ReadonlySet<string> = new Set(
  'dr prof mr mrs ms miss mx ing ir dipl drs mag sir jr sr ii iii iv phd mba msc bsc ma md cpa pmp esq'.split(' '),
);

/** Letters that do not come apart into a base letter and a mark. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};
const SPELLED_LETTERS: Record<string, string> = { ...PLAIN_LETTERS, ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/**
 * The parts of a name; null when first or family name has no letter that an address could be made of (another script).
 * Titles, degrees, nicknames in brackets and middle initials are passed over.
 */
export function parseNameParts(first_name: string, last_name: string, letters: LetterStyle): NameParts | null {
  const first = withoutInitials(words(first_name, letters));
  const last = words(last_name, letters);
  const lastParticle = last.findIndex((word) => !PARTICLES.has(word));
  // A family name may itself be such a word (Le, Do): then its last word is the name.
  const cut = lastParticle === -1 ? last.length - 1 : lastParticle;
  const [particles, core] = [last.slice(0, cut), last.slice(cut)];
  return first.length === 0 || core.length === 0 ? null : { first, particles, core };
}

/** True when the two styles write the name differently. */
export function hasSpecialLetters(first_name: string, last_name: string): boolean {
  const name = `${first_name} ${last_name}`;
  return toAscii(name, 'plain') !== toAscii(name, 'spelled');
}

/** Lower-case text in ASCII; letters of other scripts vanish. */
export function toAscii(text: string, letters: LetterStyle): string {
  const table = letters === 'plain' ? PLAIN_LETTERS : SPELLED_LETTERS;
  return [...cutText(text, 300).normalize('NFC').toLowerCase()]
    .map((letter) => table[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/g, '');
}

function words(name: string, letters: LetterStyle): string[] {
  const bare = (
    cutText(name, 300)
      .replace(/\([^()]*\)|"[^"]*"/g, ' ')
      .split(',', 1)[0] ?? ''
  ).replace(/['’‘`´]/g, '');
  const found = toAscii(bare, letters)
    .split(/[\s-]+/)
    .map((word) => word.replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '');
  const names = found.filter((word) => !TITLES.has(word));
  return names.length === 0 ? found : names;
}

function withoutInitials(names: string[]): string[] {
  const whole = names.filter((name) => name.length > 1);
  return whole.length === 0 ? names.slice(0, 1) : whole;
}
