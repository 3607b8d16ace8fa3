import { cutText } from '@overture/domain/text/text-bounds';
import {
  MONTHS,
  NEXT_WORDS,
  NUMBER_WORDS,
  PRICE_WORDS,
  RELATIVE_DAYS,
  TIME_UNITS,
  WEEKDAYS,
} from './promise-words.rules.ts';

/** Something a draft may only say when the knowledge base says it; `key` is equal in all languages. */
export interface Mention {
  kind: 'price' | 'time' | 'number';
  key: string;
}

/** No knowledge base is longer by far. */
const LONGEST_READ = 60_000;
/** Words of numbers up to this one are ordinary speech: 'one question', 'two of you'. */
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
    ...words.flatMap((word) => {
      const group = Object.keys(PRICE_WORDS).find((name) => PRICE_WORDS[name]?.includes(word));
      return group === undefined ? [] : [price(`words:${group}`)];
    }),
  ];
}

function timesIn(plain: string, words: readonly string[]): Mention[] {
  const found: string[] = [...plain.matchAll(CLOCK)].map((hit) => toClock(hit));
  words.forEach((word, index) => {
    const day = WEEKDAYS.findIndex((names) => names.includes(word));
    if (day >= 0) found.push(`weekday:${day}`);
    const relative = Object.keys(RELATIVE_DAYS).find((name) => RELATIVE_DAYS[name]?.includes(word));
    if (relative !== undefined) found.push(`day:${relative}`);
    const month = MONTHS.findIndex((names) => names.includes(word));
    const beside = [words[index - 1], words[index + 1], words[index - 2]];
    if (month >= 0 && beside.some((one) => /^\d/.test(one ?? ''))) found.push(`month:${month}`);
    const unit = findUnit(word);
    if (unit !== null) found.push(...spanBefore(words, index, unit));
  });
  return found.map((key) => ({ kind: 'time', key }));
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
  const spoken = words.map((word) => NUMBER_WORDS.get(word)).filter((value) => value !== undefined && value > SMALL);
  return [...figures, ...spoken].map((value) => ({ kind: 'number', key: `number:${value}` }));
}

/** A number as the eight languages write it: a mark before three digits parts thousands, any other one a fraction. */
function parseNumber(written: string): number {
  const digits = written.replace(/[\s\u00a0']/g, '').replace(/[.,]$/, '');
  const joined = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? digits.replace(/[.,]/g, '') : digits.replace(',', '.');
  return Number.parseFloat(joined) || 0;
}
