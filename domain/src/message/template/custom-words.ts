import { parseTruth } from '../../leads/filters.ts';
import { toSingleLine } from '../../text/text.ts';
import { localeOf } from './dates.ts';
import type { Value } from './filters.ts';

/** Yes and no in the languages of campaigns. */
const WORDS: Record<string, readonly [string, string]> = {
  en: ['Yes', 'No'],
  nl: ['Ja', 'Nee'],
  de: ['Ja', 'Nein'],
  fr: ['Oui', 'Non'],
  es: ['Sí', 'No'],
  it: ['Sì', 'No'],
  pt: ['Sim', 'Não'],
  ru: ['Да', 'Нет'],
};

/** A value of a custom column as people of a language write it; a number of four digits may be a year and stays as it is. */
export function writeOutValue(value: Value, language: string): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return toSingleLine(value);
  if (typeof value === 'boolean') return (WORDS[language] ?? WORDS.en!)[value ? 0 : 1]!;
  return getNumberFormatter(localeOf(language)).format(value);
}

const formatters = new Map<string, Intl.NumberFormat>();

function getNumberFormatter(locale: string): Intl.NumberFormat {
  const known =
    formatters.get(locale) ?? new Intl.NumberFormat(locale, { useGrouping: 'min2', maximumFractionDigits: 6 });
  formatters.set(locale, known);
  return known;
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/;

/** The number that words are, or null. */
export function parseWrittenNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null;
}

/**
 * A literal compared with a custom column is converted to the column's type: `"12"` next to a number is a number,
 * `"Yes"` next to a boolean is a boolean. An invalid literal is null, which is neither equal, more nor less.
 */
export function likeValue(value: Value, other: Value): Value {
  if (typeof value === 'number' && typeof other === 'string') return parseWrittenNumber(other);
  if (typeof value === 'boolean' && typeof other === 'string') return parseTruth(other);
  return other;
}
