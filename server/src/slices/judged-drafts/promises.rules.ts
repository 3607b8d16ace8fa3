import { cutText } from '@overture/domain/text/text-bounds';
import {
  AMOUNT_WORDS,
  BEFORE_MONTHS,
  COSTS,
  MONTHS,
  NEXT_WORDS,
  NO_NUMBERS,
  NOTHING,
  NUMBER_BEGINNINGS,
  NUMBER_ENDS,
  NUMBER_WORDS,
  PRICE_WORDS,
  RELATIVE_DAYS,
  SEASONS,
  TIME_UNITS,
  WEEKDAYS,
} from './promise-words.rules.ts';

/** Something a draft may only say when the knowledge base says it; `key` is equal in all languages. */
export interface Mention {
  kind: 'price' | 'time' | 'number';
  key: string;
  /** A number up to twelve in words: ordinary speech in a question or a thank-you, a claim in what rests on a source. */
  is_small?: boolean;
}

/** No knowledge base is longer by far. */
const LONGEST_READ = 60_000;
/** Words of numbers up to this one may be ordinary speech: 'two of you'. 'One' always is. */
const SMALL = 12;

const CURRENCY_BEFORE = /(?:€|\$|£|₽|\b(?:eur|usd|gbp|chf|rub))\s{0,2}(\d[\d.,'\u00a0]{0,15})/giu;
const CURRENCY_AFTER =
  /(\d[\d.,'\u00a0]{0,15})\s{0,2}(?:€|\$|£|₽|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|dollar|pfund|libras|рубл\p{L}{0,4}|руб|долларов|евро)(?!\p{L}))/giu;
const PERCENT =
  /(\d[\d.,]{0,8})\s{0,2}(?:%|percent|procent|prozent|pour ?cent|por ?ciento|per ?cento|por ?cento|процент)/giu;
const CLOCK =
  /(?<!\d)(\d{1,2})(?::|\.|h)(\d{2})(?!\d)\s{0,2}(?:(am|pm)\b|uur|uhr|h\b)?|(?<!\d)(\d{1,2})\s{0,2}(?:(a\.?m|p\.?m)\b|uhr\b|uur\b|o'clock)/giu;
const FIGURES = /(?<![\p{L}\d])\d{1,3}(?:[.,'\u00a0 ]\d{3}){1,4}(?!\d)|(?<![\p{L}\d])\d{1,12}(?:[.,]\d{1,6})?/gu;

/** Every price, time and number in a text, in any of the languages. */
export function mentionsIn(text: string): Mention[] {
  const plain = cutText(text, LONGEST_READ).normalize('NFC').toLowerCase().replaceAll('’', "'");
  const words = plain.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
  return [...pricesIn(plain, words), ...timesIn(plain, words), ...numbersIn(plain, words)];
}

function pricesIn(plain: string, words: readonly string[]): Mention[] {
  const price = (key: string): Mention => ({ kind: 'price', key });
  return [
    ...[...plain.matchAll(CURRENCY_BEFORE), ...plain.matchAll(CURRENCY_AFTER)].map(([, amount = '']) =>
      price(`money:${parseNumber(amount)}`),
    ),
    ...[...plain.matchAll(PERCENT)].map(([, amount = '']) => price(`percent:${parseNumber(amount)}`)),
    ...groupsIn(words, PRICE_WORDS).map((group) => price(`words:${group}`)),
    ...(words.some((word) => COSTS.has(word)) && words.some((word) => NOTHING.has(word)) ? [price('words:free')] : []),
  ];
}

/** The groups of which a text has a word, each as often as it does. */
function groupsIn(words: readonly string[], groups: Readonly<Record<string, readonly string[]>>): string[] {
  const names = Object.keys(groups);
  return words.flatMap((word) => names.filter((name) => groups[name]?.includes(word)));
}

function timesIn(plain: string, words: readonly string[]): Mention[] {
  const found: string[] = [...plain.matchAll(CLOCK)].map((hit) => toClock(hit));
  words.forEach((word, index) => {
    const day = WEEKDAYS.findIndex((names) => names.includes(word));
    if (day >= 0) found.push(`weekday:${day}`);
    const relative = Object.keys(RELATIVE_DAYS).find((name) => RELATIVE_DAYS[name]?.includes(word));
    if (relative !== undefined) found.push(`day:${relative}`);
    const month = MONTHS.findIndex((names) => names.includes(word));
    if (month >= 0 && isDate(words, index)) found.push(`month:${month}`);
    const unit = findUnit(word);
    if (unit !== null) found.push(...spanBefore(words, index, unit));
  });
  found.push(...groupsIn(words, SEASONS).map((season) => `season:${season}`));
  return found.map((key) => ({ kind: 'time', key }));
}

/** Some names of months are other words too: they count beside a number, and after a word that says when. */
function isDate(words: readonly string[], index: number): boolean {
  const before = [words[index - 1] ?? '', words[index - 2] ?? ''];
  return [...before, words[index + 1] ?? ''].some((word) => /^\d/.test(word)) || BEFORE_MONTHS.has(before[0] ?? '');
}

/** 'two weeks', 'within 3 working days', 'next week'. */
function spanBefore(words: readonly string[], index: number, unit: string): string[] {
  for (const before of [words[index - 1] ?? '', words[index - 2] ?? '']) {
    const value = /^\d{1,6}$/.test(before) ? Number(before) : NUMBER_WORDS.get(before);
    if (value !== undefined) return [`span:${value}${unit}`];
    if (NEXT_WORDS.includes(before)) return [`next:${unit}`];
  }
  return [];
}

function findUnit(word: string): string | null {
  const names = Object.entries(TIME_UNITS).find(([, all]) => all.some((name) => word === name || word === `${name}s`));
  return names?.[0] ?? null;
}

function toClock(hit: RegExpMatchArray): string {
  const hour = Number(hit[1] ?? hit[4] ?? 0);
  const isAfternoon = /^p/i.test(hit[3] ?? hit[5] ?? '') && hour < 12;
  return `clock:${isAfternoon ? hour + 12 : hour}:${hit[2] ?? '00'}`;
}

function numbersIn(plain: string, words: readonly string[]): Mention[] {
  const figures = [...plain.matchAll(FIGURES)].map(([figure]) => parseNumber(figure));
  const spoken = words.flatMap((word, index) => spokenIn(word, words[index + 1] ?? ''));
  return [
    ...figures.map((value): Mention => ({ kind: 'number', key: `number:${value}` })),
    ...spoken,
    ...groupsIn(words, AMOUNT_WORDS).map((group): Mention => ({ kind: 'number', key: `amount:${group}` })),
  ];
}

/** 'forty-nine' is two numbers, 'neunundvierzig' is one that counts by its letters. */
function spokenIn(word: string, next: string): Mention[] {
  if (NO_NUMBERS[word]?.includes(next)) return [];
  const whole = NUMBER_WORDS.get(word);
  const parts = whole === undefined && word.includes('-') ? word.split('-') : [word];
  const values = whole === undefined ? parts.map((part) => NUMBER_WORDS.get(part)) : [whole];
  const found = values.flatMap((value): Mention[] =>
    value === undefined || value === 1 ? [] : [{ kind: 'number', key: `number:${value}`, is_small: value <= SMALL }],
  );
  const isCompound =
    whole === undefined &&
    (NUMBER_ENDS.some((end) => word.length > end.length + 4 && word.endsWith(end)) ||
      NUMBER_BEGINNINGS.some((start) => word.length > start.length + 1 && word.startsWith(start)));
  return isCompound ? [...found, { kind: 'number', key: `number:${word}` }] : found;
}

/** A number as the eight languages write it: a mark before three digits parts thousands, any other one a fraction. */
function parseNumber(written: string): number {
  const digits = written.replace(/[\s\u00a0']/g, '').replace(/[.,]$/, '');
  const joined = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? digits.replace(/[.,]/g, '') : digits.replace(',', '.');
  return Number.parseFloat(joined) || 0;
}
