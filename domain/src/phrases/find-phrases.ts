import { cutText } from '../text/text-bounds.ts';
/**
 * Phrases are words in order. `interess*` matches every word with that beginning, `a/b` either word, `..` up to four
 * words between. Spelling is normalized first: case, accents and apostrophes do not count. A phrase never crosses the
 * end of a sentence.
 */
export interface Sentence {
  words: readonly string[];
  is_question: boolean;
}

interface Phrase {
  /** The phrase in its source form. */
  text: string;
  parts: readonly Part[];
}

interface Part {
  /** Any of these. */
  words: readonly string[];
  /** The same as beginnings of words. */
  beginnings: readonly string[];
  /** Up to four words may precede it. */
  is_loose: boolean;
}

export interface FoundPhrase {
  /** The words of the message that were found. */
  words: string;
  sentence: number;
  /** Place of its first word in the sentence, and of the word behind its last. */
  start: number;
  end: number;
  is_question: boolean;
  /** A word that inverts the meaning, up to three words before it. */
  is_negated: boolean;
}

export type Phrases = ReadonlyMap<string, readonly Phrase[]>;

const MOST_WORDS = 4_000;
const LONGEST_GAP = 4;
const NEGATION_WINDOW = 3;
/** Words are indexed by their first letters, this many. */
const KEY_LENGTH = 2;

const NEGATORS = new Set(
  'not no never dont doesnt didnt cannot cant wont isnt arent wasnt without hardly niet geen nooit zonder nicht kein keine keinen keinem nie ohne ne pas jamais sans aucun aucune no nunca sin tampoco non mai senza nessun nessuna nao nunca sem jamais не нет никогда без ни'.split(
    ' ',
  ),
);

/** The normalized words of a text. */
export function plainWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll('ł', 'l')
      .replace(/n['’]t\b/g, 'nt')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The sentences of a text, each as its normalized words. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let left = MOST_WORDS;
  for (const part of text.match(/[^.!?…\n]+[.!?…\n]?/gu) ?? []) {
    const words = plainWords(part).slice(0, left);
    left -= words.length;
    if (words.length > 0) sentences.push({ words, is_question: part.endsWith('?') });
    if (left <= 0) break;
  }
  return sentences;
}

const keyOf = (word: string | undefined): string => cutText(word, KEY_LENGTH);

/** Phrases of all languages by the beginning of their first word. */
export function indexPhrases(lists: readonly (readonly string[])[]): Phrases {
  const index = new Map<string, Phrase[]>();
  for (const text of lists.flat()) {
    const phrase = { text, parts: partsOf(text) };
    const [first] = phrase.parts;
    if (first === undefined) throw new Error(`A phrase without words: ${text}`);
    for (const key of new Set([...first.words, ...first.beginnings].map(keyOf)))
      index.set(key, [...(index.get(key) ?? []), phrase]);
  }
  return index;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let is_loose = false;
  for (const written of text.split(/\s+/).filter((word) => word !== '')) {
    if (written === '..') {
      is_loose = true;
      continue;
    }
    const choices = written.split('/').map(plainChoice);
    const isOne = choices.length === 1;
    // A word with a mark in it ("d'accord") is two; choices are single words.
    const words = isOne ? plainWords(written.replace(/\*$/, '')) : [''];
    words.forEach((word, position) => {
      const given = isOne ? [position === words.length - 1 && written.endsWith('*') ? `${word}*` : word] : choices;
      parts.push({
        words: given.filter((choice) => !choice.endsWith('*')),
        beginnings: given.filter((choice) => choice.endsWith('*')).map((choice) => choice.slice(0, -1)),
        is_loose: is_loose && position === 0,
      });
    });
    is_loose = false;
  }
  return parts;
}

/** `й` is `и` and `ё` is `е` in normalized words. */
const plainChoice = (choice: string): string => plainWords(choice).join('') + (choice.endsWith('*') ? '*' : '');

/** Every phrase that a text has, in its order. Costs the length of the text times the few phrases that begin alike. */
export function findPhrases(sentences: readonly Sentence[], phrases: Phrases): FoundPhrase[] {
  return sentences.flatMap(({ words, is_question }, sentence) => {
    const found: FoundPhrase[] = [];
    for (let start = 0; start < words.length; start += 1) {
      const end = longestAt(words, start, phrases);
      if (end === null) continue;
      const is_negated = words.slice(Math.max(0, start - NEGATION_WINDOW), start).some((word) => NEGATORS.has(word));
      found.push({ words: words.slice(start, end).join(' '), sentence, start, end, is_question, is_negated });
      start = end - 1;
    }
    return found;
  });
}

function longestAt(words: readonly string[], start: number, phrases: Phrases): number | null {
  const ends = (phrases.get(keyOf(words[start])) ?? []).flatMap((phrase) => endOf(words, start, phrase.parts) ?? []);
  return ends.length === 0 ? null : Math.max(...ends);
}

function endOf(words: readonly string[], start: number, parts: readonly Part[]): number | null {
  let at = start;
  for (const part of parts) {
    const last = part.is_loose ? at + LONGEST_GAP : at;
    while (at <= last && !isPart(words[at], part)) at += 1;
    if (at > last) return null;
    at += 1;
  }
  return at;
}

function isPart(word: string | undefined, { words, beginnings }: Part): boolean {
  return word !== undefined && (words.includes(word) || beginnings.some((beginning) => word.startsWith(beginning)));
}
