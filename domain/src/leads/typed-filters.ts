import { REQUEST_LIMITS } from '../limits.ts';
import { cleanText, foldCase, isBlank, trimOf } from '../text/text.ts';
import { parseCustomValue } from './custom-values.ts';
import type { ColumnKind } from './lead-columns.ts';

/**
 * Comparisons by the type of a column. `filters.ts` has the four specified operations; comparisons travel in fields of their own.
 *
 * | kind                | compared as                                        | comparisons                                   |
 * | text          | folded text without blanks around it              | is, is_not, is_any_of, is_none_of, starts_with   |
 * | number, score | number                                            | the first four, greater, less, between           |
 * | size          | text by the first four, else its first number: 51 of `51 - 200` | the same                           |
 * | date          | day                                               | is, is_not, before, after, between, in_last_days |
 *
 * An empty cell passes only `is_not` and `is_none_of`. `between` includes both ends, the others leave their value out.
 */
const COMPARISONS = [
  'is',
  'is_not',
  'is_any_of',
  'is_none_of',
  'starts_with',
  'greater',
  'less',
  'between',
  'before',
  'after',
  'in_last_days',
  'not_in_last_days',
] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A comparison as it travels. `between` has two values, `is_any_of` and `is_none_of` have several, the others have one. */
export type TypedFilter = { column: string; comparison: Comparison; values: string[] };

const EQUALITY: readonly Comparison[] = ['is', 'is_not', 'is_any_of', 'is_none_of'];
const OF_NUMBERS: readonly Comparison[] = [...EQUALITY, 'greater', 'less', 'between'];

const COMPARISONS_OF: Record<ColumnKind, readonly Comparison[]> = {
  text: [...EQUALITY, 'starts_with'],
  number: OF_NUMBERS,
  score: OF_NUMBERS,
  size: OF_NUMBERS,
  date: ['is', 'is_not', 'before', 'after', 'between', 'in_last_days', 'not_in_last_days'],
  // `contains` says it of these: it means any of the values, or Yes and No.
  multiselect: [],
  boolean: [],
  search: [],
  any: COMPARISONS,
};

/** Comparisons offered for a kind of column. */
export function comparisonsOf(kind: ColumnKind): readonly Comparison[] {
  return COMPARISONS_OF[kind];
}

/** True where cells are compared as numbers. */
export function isNumeric(kind: ColumnKind, comparison: Comparison): boolean {
  return kind === 'number' || kind === 'score' || (kind === 'size' && !EQUALITY.includes(comparison));
}

/** True where the value is a number of days before today. */
export function takesDays(comparison: string): boolean {
  return comparison === 'in_last_days' || comparison === 'not_in_last_days';
}

const MAX_DAYS = 36_500;

/** A comparison, null when it has no value yet, or the text of an error. */
export function parseTypedFilter(
  column: string,
  comparison: unknown,
  values: unknown,
  kind: ColumnKind,
): TypedFilter | null | string {
  if (!isComparison(comparison) || !comparisonsOf(kind).includes(comparison)) {
    return 'This column cannot be compared in this way.';
  }
  const texts = parseTexts(values);
  if (texts === null) return 'The values of a filter must be a list of texts.';
  if (texts.length > REQUEST_LIMITS.max_filters)
    return `A filter can have at most ${REQUEST_LIMITS.max_filters} values.`;
  if (texts.some((text) => text.length > REQUEST_LIMITS.max_filter_value_length)) {
    return `A filter value can have at most ${REQUEST_LIMITS.max_filter_value_length} characters.`;
  }
  const given = texts.filter((text) => !isBlank(text));
  if (given.length === 0) return null;
  const read = given.map((text) => parseValue(text, comparison, kind));
  const problem = read.find((value) => value.problem !== undefined)?.problem;
  return problem ?? finish({ column, comparison, values: [...new Set(read.map(({ value }) => value))] });
}

function isComparison(comparison: unknown): comparison is Comparison {
  return (COMPARISONS as readonly unknown[]).includes(comparison);
}

function parseTexts(values: unknown): string[] | null {
  if (values === undefined || values === null) return [];
  if (!Array.isArray(values)) return null;
  const isValue = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return values.every(isValue) ? values.map((value) => cleanText(String(value)).trim()) : null;
}

type ReadValue = { value: string; problem?: string };

function parseValue(text: string, comparison: Comparison, kind: ColumnKind): ReadValue {
  if (takesDays(comparison)) {
    const isDays = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= MAX_DAYS;
    return isDays ? { value: text } : { value: '', problem: `Enter a number of days from 1 to ${MAX_DAYS}.` };
  }
  if (kind === 'date') {
    const day = parseCustomValue('date', text);
    return day === null ? { value: '', problem: 'Enter a date as 2026-03-09.' } : { value: String(day) };
  }
  if (!isNumeric(kind, comparison)) return { value: text };
  const number = parseNumber(text, kind);
  return number === null ? { value: '', problem: 'Enter a number.' } : { value: String(number) };
}

const MAGNITUDES = { k: 1e3, m: 1e6, b: 1e9 } as const;

/** A number as a person types it; a size may be `$10M` or `1.5k`. */
function parseNumber(text: string, kind: ColumnKind): number | null {
  const size = kind === 'size' ? /^\$?\s?(.+?)\s?([kmb])$/i.exec(text) : null;
  const plain = kind === 'size' ? text.replace(/^\$\s?/, '') : text;
  const number = parseCustomValue('number', size?.[1] ?? plain);
  const magnitude = size === null ? 1 : MAGNITUDES[size[2]?.toLowerCase() as keyof typeof MAGNITUDES];
  return typeof number === 'number' ? number * magnitude : null;
}

function finish(filter: TypedFilter): TypedFilter | string {
  const { comparison, values } = filter;
  if (comparison === 'between') {
    if (values.length === 1) return { ...filter, values: [...values, ...values] };
    return values.length === 2 ? { ...filter, values: inOrder(values) } : 'Enter both ends of the range.';
  }
  const takesSeveral = comparison === 'is_any_of' || comparison === 'is_none_of';
  return takesSeveral || values.length === 1 ? filter : 'This comparison takes one value.';
}

function inOrder(values: string[]): string[] {
  const [from = '', to = ''] = values;
  const isSwapped = /^-?[\d.]+$/.test(from) && /^-?[\d.]+$/.test(to) ? Number(from) > Number(to) : from > to;
  return isSwapped ? [to, from] : values;
}

/** Comparisons that are the opposite of another one. */
export function positiveOf(comparison: Comparison): { comparison: Comparison; isNegated: boolean } {
  if (comparison === 'is_not') return { comparison: 'is', isNegated: true };
  if (comparison === 'not_in_last_days') return { comparison: 'in_last_days', isNegated: true };
  return comparison === 'is_none_of' ? { comparison: 'is_any_of', isNegated: true } : { comparison, isNegated: false };
}

/** A text as comparisons see it. */
export function comparedText(text: string): string {
  return trimOf(foldCase(text), ' \t\r\n\f\v');
}
