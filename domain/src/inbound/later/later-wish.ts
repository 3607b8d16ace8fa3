import { findPhrases, indexPhrases, plainWords, type Sentence } from '../../phrases/find-phrases.ts';
import { cutText } from '../../text/text-bounds.ts';
import { isDenied, isOwn } from './later-denial.ts';
import { findPeriod, findPeriodDay, isAfterAt } from './later-period.ts';
import { LATER_WORDS } from './later-words.ts';

/** A reply that asks to be written to again at a time that it names. */
export interface LaterWish {
  /** The words that decided. */
  words: string;
  /** The clause with the time. */
  text: string;
  /** `after 15 January`: the day after the one that the clause names. */
  is_after: boolean;
}

const PHRASES = indexPhrases(LATER_WORDS);
const MAX_READ = 1_500;
/** Longest clause that is nothing but a time: 'In March, please ask again'. */
const MOST_OF_TIME = 5;
/** `2.5` is no date without a year or a dot behind it. */
const DATE =
  /(?<![\d./])(?!24\/7)(?:(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])|(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])|(?:[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])(?=\.(?:\D|$|20\d\d)))(?:[./](?:20)?\d\d)?(?![./]?\d)|\b20\d\d-\d\d-\d\d\b|\b(?:week|wk|kw|kalenderwoche|semaine|semana|settimana)\s\d{1,2}\b/i;
/** `06.12.34.56.78` begins like a date. */
const PHONE = /\+?\d{1,4}([ ./-])\d{1,4}(?:\1\d{1,4}){2,9}/g;
const THEN = new Set('then dan dann alors entonces allora entao тогда'.split(' '));

/**
 * The wish to be contacted later, where a reply names a time with it. 'Not now' alone is a refusal, and a time alone says nothing.
 * @param text the new text without quotation, of an unknown sender; it is cut
 */
export function findLaterWish(text: string): LaterWish | null {
  const parts = splitParts(cutText(text, MAX_READ).replace(PHONE, ' '));
  const sentences: Sentence[] = parts.map((part) => ({ words: plainWords(part), is_question: false }));
  for (const { sentence, start, end, words } of findPhrases(sentences, PHRASES)) {
    const all = sentences[sentence]?.words ?? [];
    if (isDenied(all, start, end) || isOwn(all, start, end)) continue;
    const timed = [sentence, sentence + 1, ...(pointsBack(sentences, sentence) ? [sentence - 1] : [])].find((place) =>
      hasTime(parts[place]),
    );
    const time = timed === undefined ? undefined : parts[timed];
    if (time !== undefined) return { words, text: time, is_after: saysAfter(plainWords(time)) };
  }
  return null;
}

/** The day of a wish that names no day of its own: the first working day of its month, quarter, season or week. */
export function findLaterDay({ text }: LaterWish, now: Date): string | null {
  const period = findPeriod(plainWords(text));
  return period === null ? null : findPeriodDay(period, now);
}

/** 'We decide in March, ask us then', and 'In March, please ask again'. A line break within a sentence is the other direction. */
function pointsBack(sentences: readonly Sentence[], at: number): boolean {
  const before = sentences[at - 1]?.words.length ?? 0;
  return sentences[at]?.words.some((word) => THEN.has(word)) === true || (before > 0 && before <= MOST_OF_TIME);
}

/** Clauses. A dot behind a number may be within a date: `15. Januar`, `2. Quartal`. */
const splitParts = (text: string): string[] =>
  text.split(/(?<!\d)\.|[!?…\n,;()]|\s[-–—]\s/u).filter((part) => part.trim() !== '');

function hasTime(part: string | undefined): boolean {
  return part !== undefined && (DATE.test(part) || findPeriod(plainWords(part)) !== null);
}

function saysAfter(words: readonly string[]): boolean {
  const number = words.findIndex((word) => /^\d{1,2}\p{L}{0,2}$/u.test(word));
  return number >= 0 && (isAfterAt(words, number) || words.slice(Math.max(0, number - 2), number).includes('na'));
}
