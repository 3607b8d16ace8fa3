import { CUSTOM_COLUMNS } from '../limits.ts';
import { cleanText, foldCase, toSingleLine, trimOf } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';
import type { CustomType, CustomValue } from './custom-values.ts';
import { type ColumnKind, parsePromptId } from './lead-columns.ts';

/**
 * Columns that an organization gives its leads itself. `key` is the name in messages, files of clients and the database: it is made of
 * the first name and stays when the column is renamed.
 */
export interface CustomColumn {
  key: string;
  name: string;
  type: CustomType;
}

/** A lead's values by the keys of their columns; a column without a value is left out. */
export type CustomValues = Readonly<Record<string, CustomValue>>;

/** What messages read of a lead: its values with the types of their columns, by key. */
export type CustomFacts = Readonly<Record<string, { type: CustomType; value: CustomValue }>>;

/** A lead's values with the types of the columns that there are. */
export function toCustomFacts(
  values: CustomValues | undefined,
  columns: readonly Pick<CustomColumn, 'key' | 'type'>[],
): CustomFacts {
  const facts = columns.flatMap(({ key, type }) => {
    const value = values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
    return value === undefined ? [] : [[key, { type, value }] as const];
  });
  return Object.fromEntries(facts);
}

/** Prefix of a custom column's key in tables, filters, sorts and messages. */
const PLACE = 'custom.';
export type CustomName = `custom.${string}`;

/** As keys are made: letters, digits and underscores, in lower case. */
const CUSTOM_NAME = /^custom\.[\p{L}\p{N}_]{1,60}$/u;

export function customName(key: string): CustomName {
  return `${PLACE}${key}`;
}

/** The key in a name of a table's column or of a message, or null for another name. */
export function parseCustomKey(name: string): string | null {
  return CUSTOM_NAME.test(name) ? name.slice(PLACE.length) : null;
}

export function isCustomName(name: string): name is CustomName {
  return parseCustomKey(name) !== null;
}

/** True for names of custom and research columns, whether they exist or not. */
export function isOwnColumn(name: string): boolean {
  return isCustomName(name) || parsePromptId(name) !== null;
}

/** How cells of a column are compared. `contains` sees the text of a day: `2026-03` finds a month. */
export const CUSTOM_KINDS: Record<CustomType, ColumnKind> = {
  text: 'text',
  link: 'text',
  date: 'date',
  number: 'number',
  yes_no: 'boolean',
};

/** A column's name as it is stored: one line. Blank where nothing is left. */
export function cleanColumnName(name: string): string {
  return cutText(cleanText(toSingleLine(name)), CUSTOM_COLUMNS.name_max)
    .toWellFormed()
    .trim();
}

/** Two names that a person would take for one. */
export function isSameName(left: string, right: string): boolean {
  return foldCase(left) === foldCase(right);
}

const SPELLINGS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  œ: 'oe',
  ł: 'l',
};

/**
 * The key of a new column: `Größe (m²)` is `groesse_m2`. One that exists gets a number. Names of what every object has are no keys, so
 * that no reader can take one for the other.
 */
export function makeKey(name: string, taken: ReadonlySet<string>): string {
  const spelled = foldCase(name.normalize('NFC')).replace(/[äöüßæøåœł]/g, (letter) => SPELLINGS[letter] ?? letter);
  const words = spelled
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .normalize('NFC');
  const short = trimOf([...trimOf(words, '_')].slice(0, CUSTOM_COLUMNS.key_max).join(''), '_');
  const key = short === '' ? 'column' : short;
  const isFree = (one: string): boolean => !taken.has(one) && !(one in Object.prototype);
  if (isFree(key)) return key;
  for (let number = 2; ; number += 1) if (isFree(`${key}_${number}`)) return `${key}_${number}`;
}
