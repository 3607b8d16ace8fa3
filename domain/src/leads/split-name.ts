import { trimOf, trimTrailing } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';

/** A name in the parts that messages use. */
export interface SplitName {
  first_name: string;
  last_name: string;
}

/** Before a name, without their full stops. */
const HONORIFICS = new Set(
  `dr prof professor mr mrs ms miss mx sir dame herr frau hr fr dhr mevr drs ir ing dipl-ing mag mme mlle monsieur madame sr sra srta
  don doña sig sigra dott dottssa rev hon pan pani`.split(/\s+/),
);
/** Degrees and certificates after a name, with or without a comma. */
const CREDENTIALS = new Set(
  `phd dphil mba msc bsc bba llm llb jd cpa cfa pmp esq dds dvm rn mph mfa bcom csm cissp shrm-cp shrm-scp frcs mbe obe`.split(
    /\s+/,
  ),
);
/** Behind a comma only: they are names too. */
const AFTER_COMMA = new Set('md ma ba bs ms do jr sr ii iii iv v pe ra'.split(' '));
/** Part of the last name. */
const SUFFIXES = new Set('jr sr ii iii iv'.split(' '));
/** Family names begin with them. */
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const LONGEST_NAME = 300;

const plain = (word: string): string => word.toLowerCase().replaceAll('.', '');
const isCredential = (word: string): boolean => CREDENTIALS.has(plain(word));
/** Two letters (JP, Wu) are initials or short names. */
const isShouted = (word: string): boolean => /^[\p{Lu}'’-]{3,}$/u.test(word);

/**
 * First and last name from a full name: without titles and degrees, "Jansen, Ada" reversed, particles with the last
 * name. A single word is the first name. A second first name can't be told from a double last name, so only the first
 * word is the first name.
 */
export function splitFullName(text: string): SplitName {
  const name = cutText(text, LONGEST_NAME).replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  const parts = name.split(',').map((part) => trimOf(part, ' \t'));
  const [first = '', ...rest] = parts.filter((part) => part !== '');
  const given = rest.filter((part) => !part.split(/\s+/).every((word) => isCredential(word) || isAfterComma(word)));
  const suffix = rest.flatMap((part) => part.split(/\s+/)).filter((word) => SUFFIXES.has(plain(word)));
  const [turned] = given;
  const split = turned === undefined ? splitWords(wordsOf(first)) : turn(wordsOf(turned), wordsOf(first));
  if (suffix.length === 0 || split.last_name === '') return split;
  return { ...split, last_name: [split.last_name, ...suffix].join(' ') };
}

const isAfterComma = (word: string): boolean => AFTER_COMMA.has(plain(word));

/** The words of a name, without titles before it and degrees after it. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  let start = 0;
  while (start < words.length - 1 && HONORIFICS.has(plain(words[start]!))) start += 1;
  let end = words.length;
  while (end > start + 1 && isCredential(words[end - 1]!)) end -= 1;
  return words.slice(start, end).map((word) => trimTrailing(word, ';'));
}

const turn = (first: readonly string[], last: readonly string[]): SplitName => {
  return { first_name: first.join(' '), last_name: last.join(' ') };
};

function splitWords(words: readonly string[]): SplitName {
  const [head = '', ...tail] = words;
  if (words.length === 2 && words.every((word) => EAST_ASIAN.test(word))) return turn(tail, [head]);
  // "DUPONT Jean", "Jean DUPONT": the last name is the one in capitals.
  const shouted = words.filter(isShouted);
  const others = words.filter((word) => !isShouted(word));
  if (shouted.length > 0 && others.length > 0 && isShouted(head)) return turn(others, shouted);
  // "John F. Kennedy": an initial belongs to neither.
  const last = tail.filter((word, index) => index === tail.length - 1 || !/^\p{L}\.?$/u.test(word));
  return turn([head], last);
}
