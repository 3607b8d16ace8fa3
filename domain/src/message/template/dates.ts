import { say } from '../../text/say.ts';

type Options = Intl.DateTimeFormatOptions;

const pad = (value: number): string => String(value).padStart(2, '0');
/** Longer patterns say more than a date. */
const PATTERN_MAX = 60;

/** Making a formatter costs as much as a thousand dates: each is made once a language. */
function named(options: Options): (date: Date, language: string) => string {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (date, language) => {
    const locale = localeOf(language);
    const formatter = formatters.get(locale) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    formatters.set(locale, formatter);
    return formatter.format(date);
  };
}

const writeLong = named({ dateStyle: 'long' });

/** Parts of a date by their letter, as `strftime` calls them; words are in the language of the campaign. */
const PARTS: Record<string, (date: Date, language: string) => string> = {
  '%A': named({ weekday: 'long' }),
  '%a': named({ weekday: 'short' }),
  '%B': named({ month: 'long' }),
  '%b': named({ month: 'short' }),
  '%d': (date) => pad(date.getUTCDate()),
  '%-d': (date) => String(date.getUTCDate()),
  '%e': (date) => String(date.getUTCDate()).padStart(2),
  '%m': (date) => pad(date.getUTCMonth() + 1),
  '%-m': (date) => String(date.getUTCMonth() + 1),
  '%Y': (date) => String(date.getUTCFullYear()),
  '%y': (date) => pad(date.getUTCFullYear() % 100),
  '%%': () => '%',
};

const PART = /%-?./gsu;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function localeOf(language: string): string {
  return language === 'en' ? 'en-US' : language;
}

/** A day (`2026-03-09`) written by a pattern; null for what is no day. */
export function formatDate(day: string, pattern: string, language: string): string | null {
  const date = parseDay(day);
  if (date === null) return null;
  return pattern.replace(PART, (part) => PARTS[part]?.(date, language) ?? part);
}

/** A day as people of a language write it out. */
export function writeOutDate(day: string, language: string): string {
  const date = parseDay(day);
  return date === null ? day : writeLong(date, language);
}

function parseDay(day: string): Date | null {
  const date = DAY.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}

/** The unknown part of a date pattern, in words, or null. */
export function findDatePatternProblem(pattern: string): string | null {
  if (pattern.length > PATTERN_MAX)
    return say('A date pattern can have {most} characters at most.', { most: PATTERN_MAX });
  const unknown = (pattern.match(PART) ?? []).find((part) => !Object.hasOwn(PARTS, part));
  if (unknown === undefined) return null;
  return say('“{unknown}” is no part of a date. There are {parts}.', {
    unknown,
    parts: Object.keys(PARTS).slice(0, -1).join(', '),
  });
}
