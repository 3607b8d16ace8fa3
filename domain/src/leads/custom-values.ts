import { CUSTOM_COLUMNS } from '../limits.ts';
import { isSafeLink } from '../text/safe-link.ts';
import { cleanText, foldCase } from '../text/text.ts';

/** What the values of a custom column are. */
export const CUSTOM_TYPES = ['text', 'number', 'date', 'link', 'yes_no'] as const;
export type CustomType = (typeof CUSTOM_TYPES)[number];

/** A value as it is stored and travels: a date is `2026-03-09`, yes and no are truths. */
export type CustomValue = string | number | boolean;

/** Which part of `3/9/2026` is the day; without it only what can be read in one way is a date. */
export type DateOrder = 'dmy' | 'mdy';

/** What parts the decimals of the numbers of a column. */
export type DecimalMark = ',' | '.';

const YES = ['yes', 'y', 'true', 'ja', 'oui', 'si', 'sí', 'sì', 'sim', 'да'];
const NO = ['no', 'n', 'false', 'nein', 'nee', 'non', 'não', 'nao', 'нет'];

type Reader = (text: string, order: DateOrder | null, mark: DecimalMark | null) => CustomValue | null;

const READERS: Record<CustomType, Reader> = {
  text: (text) => text,
  number: (text, _order, mark) => parseNumber(text, mark),
  date: parseDate,
  link: parseLink,
  yes_no: parseYesNo,
};

/** Parses a text as a value of the type; null when it is invalid. The caller handles blank texts. */
export function parseCustomValue(
  type: CustomType,
  written: string | number | boolean,
  order: DateOrder | null = null,
  mark: DecimalMark | null = null,
): CustomValue | null {
  const text = cleanText(printCustomValue(written));
  return text === '' || text.length > CUSTOM_COLUMNS.value_max ? null : READERS[type](text, order, mark);
}

/** A value as a person would type it. */
export function printCustomValue(value: CustomValue): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}

/** Digits in groups or not, with a decimal part or not. */
const NUMBER = /^[+-]?\d[\d.,' \u00a0\u202f]{0,30}$/;
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;
const MARKS = /[.,]/g;
/** More digits than a number keeps exactly. */
const MOST_DIGITS = 15;

/**
 * `1,234.5`, `1.234,5`, `1 234`. The column's mark separates the decimals. Without a known mark, a comma before three
 * digits separates thousands; a point does only when it occurs twice or before a comma. A number that would lose digits
 * (`0123`, twenty digits) is invalid.
 */
function parseNumber(text: string, mark: DecimalMark | null): number | null {
  if (!NUMBER.test(text)) return null;
  const bare = text.replace(/^\+/, '').replace(/[' \u00a0\u202f]/g, '');
  const marks = bare.match(MARKS) ?? [];
  const last = marks.at(-1);
  const hasDecimals = last !== undefined && (mark === null ? isDecimal(bare, marks, last) : isOnly(mark, last, marks));
  const plain = hasDecimals ? withPoint(bare, last) : bare.replace(MARKS, '');
  if (!PLAIN_NUMBER.test(plain) || plain.replace(/\D/g, '').length > MOST_DIGITS) return null;
  if (!hasEvenGroups(bare, marks, hasDecimals)) return null;
  return Number(plain);
}

const isOnly = (mark: DecimalMark, last: string, marks: readonly string[]): boolean =>
  last === mark && marks.filter((one) => one === mark).length === 1;

function isDecimal(text: string, marks: readonly string[], last: string): boolean {
  if (marks.filter((mark) => mark === last).length > 1) return false;
  return marks.length > 1 || last === '.' || text.length - text.indexOf(',') - 1 !== 3;
}

function withPoint(text: string, last: string): string {
  const at = text.lastIndexOf(last);
  return `${text.slice(0, at).replace(MARKS, '')}.${text.slice(at + 1)}`;
}

/** Groups of a number have three digits each. */
function hasEvenGroups(text: string, marks: readonly string[], endsDecimal: boolean): boolean {
  const parts = text.replace('-', '').split(MARKS);
  const groups = endsDecimal ? parts.slice(0, -1) : parts;
  if (marks.length === 0 || groups.length === 1) return true;
  return (groups[0] ?? '').length <= 3 && groups.slice(1).every((group) => group.length === 3);
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ][\d:.+Z -]{0,30})?$/;
const POINTED_DAY = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/;
const SLASHED_DAY = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;

function parseDate(text: string, order: DateOrder | null): string | null {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  if (year !== undefined) return dayOf(year, month, day);
  const pointed = POINTED_DAY.exec(text);
  if (pointed !== null) return dayOf(pointed[3], pointed[2], pointed[1]);
  const [, first, second, slashedYear] = SLASHED_DAY.exec(text) ?? [];
  if (slashedYear === undefined) return null;
  const asDmy = dayOf(slashedYear, second, first);
  const asMdy = dayOf(slashedYear, first, second);
  if (order !== null) return order === 'dmy' ? asDmy : asMdy;
  if (asDmy !== null && asMdy !== null && asDmy !== asMdy) return null;
  return asDmy ?? asMdy;
}

/** A day that there is, as it is stored. */
function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < 1000 || m < 1 || m > 12 || d < 1) return null;
  const date = new Date(Date.UTC(y, m - 1, d));
  return date.getUTCMonth() === m - 1 ? date.toISOString().slice(0, 10) : null;
}

/** An address of the web; without a scheme, https is meant. */
function parseLink(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (address.length > CUSTOM_COLUMNS.value_max || !isSafeLink(address)) return null;
  try {
    const url = new URL(address);
    return url.hostname.includes('.') && url.username === '' && url.password === '' ? address : null;
  } catch {
    return null;
  }
}

function parseYesNo(text: string): boolean | null {
  const word = foldCase(text);
  if (YES.includes(word) || word === '1') return true;
  return NO.includes(word) || word === '0' ? false : null;
}
