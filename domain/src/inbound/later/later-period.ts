import { shiftDay } from '../../time/date-presets.ts';
import * as words from './later-words.ts';

/** A time that a reply names without a day. */
type Period =
  | { is: 'month'; month: number; year: number | null; part: 'start' | 'middle' | 'end' | 'after' }
  | { is: 'quarter'; quarter: number; year: number | null }
  | { is: 'next'; unit: words.Unit }
  | { is: 'in'; amount: number; unit: 'week' | 'month' | 'year' };

/** The first time that words name; null for none. `now` is not needed: the day comes from `findPeriodDay`. */
export function findPeriod(sentence: readonly string[]): Period | null {
  for (let at = 0; at < sentence.length; at += 1) {
    const found = monthAt(sentence, at) ?? quarterAt(sentence, at) ?? amountAt(sentence, at) ?? nextAt(sentence, at);
    if (found !== null) return found;
  }
  return null;
}

const BEFORE = 3;
const wordsBefore = (sentence: readonly string[], at: number): readonly string[] =>
  sentence.slice(Math.max(0, at - BEFORE), at);
const isNumber = (word: string | undefined): boolean =>
  word !== undefined && /^\d{1,2}(?:st|nd|rd|th|er|e|o|го)?$/.test(word);

function yearAfter(sentence: readonly string[], at: number): number | null {
  const next = [sentence[at + 1], sentence[at + 2]].find((word) => /^20\d\d$/.test(word ?? ''));
  return next === undefined ? null : Number(next);
}

function monthAt(sentence: readonly string[], at: number): Period | null {
  const month = words.findMonth(sentence[at]);
  if (month !== undefined && isMonthAt(sentence, at)) {
    return { is: 'month', month, year: yearAfter(sentence, at), part: partOf(sentence, at) };
  }
  const season = words.findSeason(sentence[at]);
  if (season === undefined || !isSeasonAt(sentence, at)) return null;
  // After the summer comes September.
  const isAfter = partOf(sentence, at) === 'after';
  return { is: 'month', month: isAfter ? (season % 12) + 3 : season, year: yearAfter(sentence, at), part: 'start' };
}

function isSeasonAt(sentence: readonly string[], at: number): boolean {
  const [word = '', before = ''] = [sentence[at], sentence[at - 1]];
  if (RUSSIAN_SEASONS.has(word)) return true;
  if (NO_SEASONS[word]?.has(before)) return false;
  // The prices may fall.
  return sentence.slice(Math.max(0, at - (word === 'fall' ? 1 : 2)), at).some((one) => SEASON_BEFORE.has(one));
}

/** `nous avons été`, `real estate`. */
const NO_SEASONS: Partial<Record<string, ReadonlySet<string>>> = {
  ete: new Set('a ai as avons avez ont avait aurait avoir ayant'.split(' ')),
  estate: new Set('real the an your our'.split(' ')),
};
const SEASON_BEFORE = new Set(
  'in the this next after until till coming de het im dem den zum zur nachsten kommenden l au en la el del di dopo no na o em ao в к после до'.split(
    ' ',
  ),
);
const RUSSIAN_SEASONS = new Set(['осенью', 'веснои', 'летом', 'зимои']);

function isMonthAt(sentence: readonly string[], at: number): boolean {
  const before = sentence[at - 1];
  // This may change.
  if (sentence[at] === 'may' && before === 'this' && yearAfter(sentence, at) === null) return false;
  if (before !== undefined && words.BEFORE_MONTHS.has(before)) return true;
  return isNumber(before) || isNumber(sentence[at + 1]) || yearAfter(sentence, at) !== null;
}

function partOf(sentence: readonly string[], at: number): 'start' | 'middle' | 'end' | 'after' {
  const before = wordsBefore(sentence, at);
  // Italian `mi` is a pronoun, and `fine` is English too.
  if (before.at(-1) === 'mi') return 'middle';
  if (before.at(-1) === 'fine' || before.join(' ').endsWith('fine di')) return 'end';
  if (before.some((word) => words.END_WORDS.has(word))) return 'end';
  if (before.some((word) => words.MIDDLE_WORDS.has(word))) return 'middle';
  return isAfterAt(sentence, at) ? 'after' : 'start';
}

/** True for `after the summer`: the period is over then. */
export function isAfterAt(sentence: readonly string[], at: number): boolean {
  const before = wordsBefore(sentence, at);
  if (before.some((word) => words.AFTER_WORDS.has(word))) return true;
  return before.includes('na') && words.DUTCH_PERIODS.has(sentence[at] ?? '');
}

/** `Q2`, `second quarter`, `2. Quartal`. */
function quarterAt(sentence: readonly string[], at: number): Period | null {
  const short = /^[qt]([1-4])$/.exec(sentence[at] ?? '')?.[1];
  if (short !== undefined) return { is: 'quarter', quarter: Number(short), year: yearAfter(sentence, at) };
  if (words.findUnit(sentence[at]) !== 'quarter') return null;
  const before = sentence[at - 1];
  const number = /^[1-4]$/.test(before ?? '') ? Number(before) : words.findOrdinal(before);
  return number === undefined ? null : { is: 'quarter', quarter: number, year: yearAfter(sentence, at) };
}

/** `in three months`, `over een half jaar`, `через месяц`. */
function amountAt(sentence: readonly string[], at: number): Period | null {
  if (!isAheadAt(sentence, at)) return null;
  const ahead = sentence.slice(at + 1, at + 6);
  if (isHalfYear(ahead)) return { is: 'in', amount: 6, unit: 'month' };
  // `in ein paar Monaten`, `in a couple of months`
  for (const place of [0, 1]) {
    const amount = amountOf(ahead[place]);
    const unit = unitOf(ahead[place + 1]) ?? (ahead[place + 1] === 'of' ? unitOf(ahead[place + 2]) : undefined);
    if (amount !== undefined && unit !== undefined) return { is: 'in', amount, unit };
  }
  const alone = sentence[at] === 'через' ? unitOf(ahead[0]) : undefined;
  return alone === undefined ? null : { is: 'in', amount: 1, unit: alone };
}

/** 'For over two years' is past: only the Dutch `over` says what comes. */
function isAheadAt(sentence: readonly string[], at: number): boolean {
  if (sentence[at] === 'over' && sentence.slice(at + 1, at + 4).some((word) => ENGLISH_UNITS.has(word))) return false;
  return words.IN_WORDS.has(sentence[at] ?? '');
}

const ENGLISH_UNITS = new Set(['weeks', 'month', 'months', 'year', 'years']);

function isHalfYear(ahead: readonly string[]): boolean {
  if (!ahead.slice(0, 3).some((word) => words.HALF_WORDS.has(word))) return false;
  return ahead.some((word) => word === 'полгода' || words.findUnit(word) === 'year');
}

const amountOf = (word: string | undefined): number | undefined =>
  isNumber(word) ? Number.parseInt(word ?? '', 10) : words.findAmount(word);

function unitOf(word: string | undefined): 'week' | 'month' | 'year' | undefined {
  const unit = words.findUnit(word);
  return unit === 'quarter' ? undefined : unit;
}

/** `next quarter`, `le mois prochain`, `semana que viene`, `in the new year`. */
function nextAt(sentence: readonly string[], at: number): Period | null {
  const unit = words.findUnit(sentence[at]);
  if (unit === undefined) return null;
  const around = [sentence[at - 1], sentence[at + 1]];
  const isNext = around.some((word) => words.NEXT_WORDS.has(word ?? ''));
  const isComing = sentence[at + 1] === 'que' && words.COMING_WORDS.has(sentence[at + 2] ?? '');
  if (isNext || isComing) return { is: 'next', unit };
  const isNew = unit === 'year' && around.some((word) => words.NEW_WORDS.has(word ?? ''));
  return isNew ? { is: 'next', unit: 'year' } : null;
}

const DAY_IN_MS = 86_400_000;
const PARTS = { start: 1, middle: 15, end: 25, after: 1 } as const;
const utc = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month - 1, day));

/** The first working day of a period, `YYYY-MM-DD`; it may have passed where a year was named. */
export function findPeriodDay(period: Period, now: Date): string {
  return toWorkingDay(startOf(period, now).toISOString().slice(0, 10));
}

/** This day or one so many days later. A Saturday or Sunday becomes Monday, and New Year's Day the day after. */
export function toWorkingDay(day: string, later = 0): string {
  const moved = shiftDay(day, later + (day.endsWith('-01-01') ? 1 : 0));
  const weekday = new Date(`${moved}T00:00:00Z`).getUTCDay();
  return shiftDay(moved, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

function startOf(period: Period, now: Date): Date {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth() + 1;
  switch (period.is) {
    case 'month': {
      const first = period.month + (period.part === 'after' ? 1 : 0);
      return nextStart(period.year, first, PARTS[period.part], now);
    }
    case 'quarter':
      return nextStart(period.year, period.quarter * 3 - 2, 1, now);
    case 'in':
      return inFrom(now, period.amount, period.unit);
    case 'next':
      break;
  }
  switch (period.unit) {
    case 'week':
      return new Date(now.getTime() + (8 - (now.getUTCDay() || 7)) * DAY_IN_MS);
    case 'month':
      return utc(year, month + 1, 1);
    case 'quarter':
      return utc(year, Math.ceil(month / 3) * 3 + 1, 1);
    case 'year':
      return utc(year + 1, 1, 1);
  }
}

/** The named month of this year, or of the next one if its day has passed. */
function nextStart(year: number | null, month: number, day: number, now: Date): Date {
  if (year !== null) return utc(year, month, day);
  const coming = utc(now.getUTCFullYear(), month, day);
  return coming > now ? coming : utc(now.getUTCFullYear() + 1, month, day);
}

function inFrom(now: Date, amount: number, unit: 'week' | 'month' | 'year'): Date {
  if (unit === 'week') return new Date(now.getTime() + amount * 7 * DAY_IN_MS);
  return utc(now.getUTCFullYear(), now.getUTCMonth() + 1 + amount * (unit === 'year' ? 12 : 1), now.getUTCDate());
}
