import { lowerCase, upperCase } from '../../text/letter-case.ts';
import { say } from '../../text/say.ts';
import { cutText } from '../../text/text-bounds.ts';
import { findDatePatternProblem, formatDate } from './dates.ts';
import type { Operand } from './words.ts';

/** What was filtered or is written out; null where there is nothing. */
export type Value = string | number | boolean | null;

/** No filter makes more of a value than this: the longest field of a lead. */
const LONGEST_VALUE = 2000;

export interface Filter {
  name: FilterName;
  args: Operand[];
}

interface FilterKind {
  /** Kinds of its arguments; `any` may be a name too. */
  takes: readonly ('any' | 'text' | 'number')[];
  /** How many of them may be left out. */
  optional: number;
  /** For who used it wrongly. */
  example: string;
  apply(value: Value, args: readonly Value[], language: string): Value;
}

/** An ellipsis as other products write it. */
const CUT = '...';
const MOST_SHOWN = 50;

const each = (change: (text: string) => string) => (value: Value) =>
  value === null ? null : change(printValue(value));

const FILTERS = {
  default: {
    takes: ['any'],
    optional: 0,
    example: '{{ first_name | default: "there" }}',
    apply: (value, [instead]) => (value === null || value === '' || value === false ? (instead ?? null) : value),
  },
  upcase: {
    takes: [],
    optional: 0,
    example: '{{ first_name | upcase }}',
    apply: (value, _, language) => each((text) => upperCase(text, language))(value),
  },
  downcase: {
    takes: [],
    optional: 0,
    example: '{{ job_title | downcase }}',
    apply: (value, _, language) => each((text) => lowerCase(text, language))(value),
  },
  capitalize: {
    takes: [],
    optional: 0,
    example: '{{ industry | capitalize }}',
    apply: (value, _, language) => each((text) => capitalize(text, language))(value),
  },
  strip: { takes: [], optional: 0, example: '{{ company_name | strip }}', apply: each((text) => text.trim()) },
  truncate: {
    takes: ['number', 'text'],
    optional: 2,
    example: '{{ job_title | truncate: 30 }}',
    apply: (value, [length = MOST_SHOWN, end = CUT]) =>
      each((text) => truncate(text, Number(length), printValue(end)))(value),
  },
  first: { takes: [], optional: 0, example: '{{ first_name | first }}', apply: each((text) => [...text][0] ?? '') },
  replace: {
    takes: ['text', 'text'],
    optional: 0,
    example: '{{ company_name | replace: " Inc.", "" }}',
    apply: (value, [wanted = '', instead = '']) =>
      each((text) => replace(text, printValue(wanted), printValue(instead)))(value),
  },
  date: {
    takes: ['text'],
    optional: 0,
    example: '{{ today | date: "%A" }}',
    apply: (value, [pattern = ''], language) =>
      each((text) => formatDate(text, printValue(pattern), language) ?? text)(value),
  },
} as const satisfies Record<string, FilterKind>;

export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(FILTERS, name);
}

function filterKind(name: FilterName): FilterKind {
  return FILTERS[name];
}

/** What is wrong with the arguments of a filter, in words, or null. */
export function findArgumentProblem(name: FilterName, args: readonly Operand[]): string | null {
  const { takes, optional, example } = filterKind(name);
  const isRight =
    args.length <= takes.length &&
    args.length >= takes.length - optional &&
    args.every(({ kind }, index) => (takes[index] === 'any' ? kind !== 'blank' : takes[index] === kind));
  const [wanted] = args;
  const isNothing = name === 'replace' && wanted?.kind === 'text' && wanted.text === '';
  if (!isRight || isNothing) return say('“{name}” is written like this: {example}.', { name, example });
  return name === 'date' && wanted?.kind === 'text' ? findDatePatternProblem(wanted.text) : null;
}

export function applyFilter(name: FilterName, value: Value, args: readonly Value[], language: string): Value {
  const result = filterKind(name).apply(value, args, language);
  return typeof result === 'string' ? cutText(result, LONGEST_VALUE) : result;
}

function capitalize(text: string, language: string): string {
  return upperCase(text.charAt(0), language) + lowerCase(text.slice(1), language);
}

export function printValue(value: Value): string {
  return value === null ? '' : String(value);
}

/** By user-perceived characters: none is cut in half. */
function truncate(text: string, length: number, end: string): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return characters.slice(0, Math.max(length - [...end].length, 0)).join('') + end;
}

/** Ends once the result is as long as a value can be, however often something is found. */
function replace(text: string, wanted: string, instead: string): string {
  if (wanted === '') return text;
  let result = '';
  let from = 0;
  for (let at = text.indexOf(wanted); at >= 0 && result.length <= LONGEST_VALUE; at = text.indexOf(wanted, from)) {
    result += text.slice(from, at) + instead;
    from = at + wanted.length;
  }
  return result + text.slice(from);
}
