import type { z } from 'zod';

/**
 * What is wrong with a field of a request, in plain words that name it (`page must be a number.`); undefined leaves zod's own.
 * Handed to the parser as its words for everything a schema has no words of its own for.
 */
export function describeProblem(issue: z.core.$ZodRawIssue): string | undefined {
  return `${describePath(issue.path ?? [])} ${describe(issue)}.`;
}

/** The innermost name; entries of lists by their place. */
function describePath(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'The request';
  if (typeof last !== 'number') return String(last);
  const list = path.at(-2);
  return list === undefined ? `Entry ${last + 1}` : `Entry ${last + 1} of ${String(list)}`;
}

function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPES[String(issue.expected)] ?? 'of another kind'}`;
    case 'invalid_format':
      return `must be ${FORMATS[String(issue.format)] ?? 'written in another way'}`;
    case 'invalid_value':
      return describeChoices(issue.values as readonly unknown[]);
    case 'too_small':
      return describeBound(issue, 'at least', Number(issue.minimum));
    case 'too_big':
      return describeBound(issue, 'at most', Number(issue.maximum));
    case 'unrecognized_keys':
      return `must not have ${(issue.keys as string[]).join(', ')}`;
    default:
      return 'has a value that cannot be read';
  }
}

const TYPES: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  date: 'a date',
};

const FORMATS: Record<string, string> = {
  email: 'an email address',
  url: 'a web address that begins with https://',
  datetime: 'a time such as 2026-05-12T09:14:00Z',
  date: 'a date such as 2026-05-12',
};

/** Longer lists of choices are in the API documentation. */
const MAX_CHOICES = 20;

function describeChoices(values: readonly unknown[]): string {
  const words = values.map(String);
  if (words.length === 1) return `must be ${words[0]}`;
  return words.length > MAX_CHOICES ? 'is none of the values allowed' : `must be one of ${words.join(', ')}`;
}

/** Bounds of numbers are values, of texts characters, of lists entries. */
function describeBound(issue: z.core.$ZodRawIssue, words: 'at least' | 'at most', bound: number): string {
  const value = bound.toLocaleString('en');
  const unit = UNITS[String(issue.origin)];
  if (unit) return `must have ${words} ${value} ${bound === 1 ? unit[0] : unit[1]}`;
  if (issue.inclusive === false) return `must be ${words === 'at least' ? 'more' : 'less'} than ${value}`;
  return `must be ${words} ${value}`;
}

const UNITS: Record<string, readonly [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  record: ['field', 'fields'],
};
