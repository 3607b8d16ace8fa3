import type { CsvEncoding } from './encodings.ts';

/**
 * Detects the encoding of a non-Unicode file from its words with letters beyond ASCII. In the right encoding they are
 * letters of one language, with capitals only where capitals are usual. docs/decisions/0281.
 */

/** Letters of a language beyond ASCII, and in which encodings it is written. */
interface Alphabet {
  letters: string;
  encodings: readonly CsvEncoding[];
}

const CENTRAL = ['windows-1250', 'iso-8859-2'] as const;
const WESTERN = ['windows-1252', 'macintosh'] as const;
const CYRILLIC = ['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const;
const GREEK = ['windows-1253', 'iso-8859-7'] as const;

const ALPHABETS: readonly Alphabet[] = [
  { letters: 'äöüß', encodings: WESTERN },
  { letters: 'éèêëàâçîïôûùœ', encodings: WESTERN },
  { letters: 'áéíóúñü', encodings: WESTERN },
  { letters: 'ãõáâàçéêíóôú', encodings: WESTERN },
  { letters: 'åäöæøé', encodings: WESTERN },
  { letters: 'àèéìòù', encodings: WESTERN },
  { letters: 'ëïéèöü', encodings: WESTERN },
  { letters: 'ąćęłńóśźż', encodings: CENTRAL },
  { letters: 'áčďéěíňóřšťúůýžľĺŕô', encodings: CENTRAL },
  { letters: 'áéíóöőúüű', encodings: CENTRAL },
  { letters: 'čćšžđ', encodings: CENTRAL },
  { letters: 'ăâîşţ', encodings: CENTRAL },
  { letters: 'çğıöşüİ', encodings: ['windows-1254'] },
  { letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ', encodings: CYRILLIC },
  { letters: 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ', encodings: GREEK },
  { letters: 'ąčęėįšųūžāēģīķļņ', encodings: ['windows-1257'] },
  { letters: 'אבגדהוזחטיךכלםמןנסעףפץצקרשת', encodings: ['windows-1255'] },
  { letters: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي', encodings: ['windows-1256'] },
];
/** A file with names of several western languages, and those of Iceland and Estonia. */
const MIXED_WESTERN = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüß';
const RARE_WESTERN = 'ðþýšžÿœ';

const SCORES = { letter: 1, mixed: 0.92, rare: 0.3, stranger: 0.1, apostrophe: 0.9, mark: 0.4, sign: -0.5, broken: -2 };
/** Curly quotes of Windows are letters on a Mac, and nearly every byte is one in Thailand: these must be clearly better. */
const MARGINS: Partial<Record<CsvEncoding, number>> = { macintosh: 0.15, 'windows-874': 0.15 };
const LEAST_MARGIN = 0.0001;
const UNUSUAL = 0.2;
const MOST_LETTERS = 5000;

/** @param words bytes of the file; words without letters beyond ASCII are ignored */
export function guessLegacyEncoding(words: Uint8Array): CsvEncoding {
  const texts = new Map<CsvEncoding, string>();
  const decode = (encoding: CsvEncoding): string => {
    const known = texts.get(encoding) ?? new TextDecoder(encoding).decode(words);
    texts.set(encoding, known);
    return known;
  };
  let best: { encoding: CsvEncoding; score: number } = { encoding: 'windows-1252', score: -1 };
  const offer = (encoding: CsvEncoding, score: number): void => {
    const margin = best.encoding === encoding ? LEAST_MARGIN : (MARGINS[encoding] ?? LEAST_MARGIN);
    if (score > best.score + margin) best = { encoding, score };
  };
  offer('windows-1252', scoreText(decode('windows-1252'), scoreMixedWestern));
  for (const { letters, encodings } of ALPHABETS) {
    const known = new Set(letters + letters.toUpperCase());
    const score = (letter: string): number => (known.has(letter) ? SCORES.letter : SCORES.stranger);
    for (const encoding of encodings) offer(encoding, scoreText(decode(encoding), score));
  }
  offer('macintosh', scoreText(decode('macintosh'), scoreMixedWestern));
  offer('shift_jis', scoreText(decode('shift_jis'), scoreJapanese));
  offer('euc-kr', scoreText(decode('euc-kr'), scoreScript(/\p{Script=Hangul}/u)));
  offer('gb18030', scorePairs(words, gbPair));
  offer('big5', scorePairs(words, bigPair));
  offer('euc-jp', scoreText(decode('euc-jp'), scoreJapanese));
  offer('windows-874', scoreText(decode('windows-874'), scoreScript(/\p{Script=Thai}/u)));
  return best.encoding;
}

function scoreMixedWestern(letter: string): number {
  const lower = letter.toLowerCase();
  if (MIXED_WESTERN.includes(lower)) return SCORES.mixed;
  return RARE_WESTERN.includes(lower) ? SCORES.rare : SCORES.stranger;
}

const scoreScript =
  (script: RegExp) =>
  (letter: string): number =>
    script.test(letter) ? SCORES.letter : SCORES.rare;

function scoreJapanese(letter: string): number {
  if (/[\u3041-\u30fe]/u.test(letter)) return SCORES.letter;
  return /\p{Script=Han}/u.test(letter) ? 0.85 : SCORES.rare;
}

/** How likely it is, on average, that each character beyond ASCII is meant. */
function scoreText(text: string, scoreLetter: (letter: string) => number): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < text.length && count < MOST_LETTERS; at += 1) {
    const letter = text[at]!;
    if (letter < '\x80') continue;
    count += 1;
    sum += scoreCharacter(letter, text[at - 1] ?? ' ', text[at + 1] ?? ' ', scoreLetter);
  }
  return count === 0 ? 0 : sum / count;
}

const LETTER = /\p{L}|\p{M}/u;
const LATIN = /\p{Script=Latin}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;

function scoreCharacter(
  letter: string,
  before: string,
  after: string,
  scoreLetter: (letter: string) => number,
): number {
  if (letter < '\xa0' || letter === '\ufffd') return SCORES.broken;
  if (!LETTER.test(letter)) return scoreSign(letter, before, after);
  if (isCapitalWithin(letter, before, after)) return SCORES.sign;
  if (/[a-z]/i.test(before + after) && !LATIN.test(letter)) return SCORES.sign;
  // Names and headings begin with a capital, where the script has them.
  const isUnusual = LETTER.test(before) ? UPPER.test(letter) && UPPER.test(before) : LOWER.test(letter);
  return scoreLetter(letter) - (isUnusual && !LATIN.test(letter) ? UNUSUAL : 0);
}

/** "JosŽ", "шТУМ": no word has its capitals within. */
function isCapitalWithin(letter: string, before: string, after: string): boolean {
  if (UPPER.test(letter)) return LOWER.test(before);
  return LOWER.test(letter) && UPPER.test(before) && UPPER.test(after);
}

function scoreSign(letter: string, before: string, after: string): number {
  const isWithin = LETTER.test(before) && LETTER.test(after);
  if (letter === '’') return SCORES.apostrophe;
  if ('“”‘„‚«»–—…€™®©\u00a0'.includes(letter)) return isWithin ? SCORES.rare : SCORES.mark;
  return LETTER.test(before) || LETTER.test(after) ? SCORES.sign : SCORES.mark;
}

/** The same for two-byte characters, scored by their position in the table: frequent ones come first. */
function scorePairs(words: Uint8Array, scorePair: (lead: number, trail: number) => number): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < words.length && count < MOST_LETTERS; at += 1) {
    const lead = words[at]!;
    if (lead < 0x80) continue;
    count += 1;
    sum += scorePair(lead, words[at + 1] ?? 0);
    at += 1;
  }
  return count === 0 ? 0 : sum / count;
}

function gbPair(lead: number, trail: number): number {
  if (lead === 0x80 || lead === 0xff || trail < 0x30) return SCORES.broken;
  if (trail < 0xa1) return SCORES.stranger;
  if (lead >= 0xb0 && lead <= 0xd7) return 0.9;
  return lead <= 0xa3 ? SCORES.mark : SCORES.rare;
}

function bigPair(lead: number, trail: number): number {
  if (lead < 0xa1 || lead > 0xf9 || trail < 0x40 || (trail > 0x7e && trail < 0xa1)) return SCORES.broken;
  if (lead >= 0xa4 && lead <= 0xc6) return 0.9;
  return lead <= 0xa3 ? SCORES.mark : SCORES.rare;
}

/** More words don't change the result. */
const SAMPLE_BYTES = 64 * 1024;

/** Gathers words with bytes beyond ASCII from a file, piece by piece. */
export class LegacyWords {
  readonly #words = new Uint8Array(SAMPLE_BYTES);
  #length = 0;

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#length < SAMPLE_BYTES; at += 1) {
      if (bytes[at]! < 0x80) continue;
      let [start, end] = [at, at + 1];
      while (start > 0 && at - start < 40 && !isBetween(bytes[start - 1]!)) start -= 1;
      while (end < bytes.length && end - at < 200 && !isBetween(bytes[end]!)) end += 1;
      const word = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES - this.#length - 1));
      this.#words.set(word, this.#length);
      this.#length += word.length;
      if (this.#length < SAMPLE_BYTES) this.#words[this.#length++] = 0x0a;
      at = end;
    }
  }

  get bytes(): Uint8Array {
    return this.#words.subarray(0, this.#length);
  }
}

/** Between words and cells; no second half of a character. */
const isBetween = (byte: number): boolean => byte < 0x30;
