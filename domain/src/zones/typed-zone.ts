import { withoutInvisible } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';
import { isTimeZone, listTimeZones } from '../time/timezones.ts';

/** Longer than every name of the tz database. */
const LONGEST_NAME = 60;

/** What people write for a zone. They say nothing of summer time or mean several places, so they are offered back as a question. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  EASTERN: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  CT: 'America/Chicago',
  CENTRAL: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  MT: 'America/Denver',
  MOUNTAIN: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  PACIFIC: 'America/Los_Angeles',
  AKST: 'America/Anchorage',
  HST: 'Pacific/Honolulu',
  AST: 'America/Halifax',
  NST: 'America/St_Johns',
  BRT: 'America/Sao_Paulo',
  GMT: 'Europe/London',
  BST: 'Europe/London',
  WET: 'Europe/Lisbon',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  MET: 'Europe/Berlin',
  EET: 'Europe/Helsinki',
  EEST: 'Europe/Helsinki',
  MSK: 'Europe/Moscow',
  SAST: 'Africa/Johannesburg',
  IST: 'Asia/Kolkata',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  AWST: 'Australia/Perth',
  ACST: 'Australia/Adelaide',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  NZST: 'Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
};

let names: Map<string, string> | undefined;

/** Names that can be chosen, by how they read without capitals and underscores. */
function knownNames(): Map<string, string> {
  if (names === undefined) {
    names = new Map(listTimeZones().map((name) => [keyOf(name), name]));
    for (const zone of Object.values(ABBREVIATIONS)) names.set(keyOf(zone), zone);
  }
  return names;
}

const keyOf = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

/**
 * A typed time zone as the tz database spells it. What is no name of a place is refused: 'EST' ignores summer time. The error asks
 * for what was probably meant.
 */
export function parseTypedZone(typed: string): { ok: true; zone: string } | { ok: false; error: string } {
  const text = withoutInvisible(cutText(typed, 2 * LONGEST_NAME));
  const known = text.length > LONGEST_NAME ? undefined : knownNames().get(keyOf(text));
  if (known !== undefined) return { ok: true, zone: known };
  // Other spellings of a zone ('Asia/Calcutta', 'US/Eastern') are names too; hours ahead of UTC are not.
  const isName = text.includes('/') && !/^(?:etc|systemv)\//i.test(text) && isTimeZone(text);
  if (isName) return { ok: true, zone: text };
  const meant = suggestZone(text);
  return { ok: false, error: meant === null ? TYPED_ZONE_TEXTS.unknown : `${meant}?` };
}

export const TYPED_ZONE_TEXTS = {
  unknown: 'Write a time zone by its place, like America/New_York.',
} as const;

/** What somebody probably meant; null where nobody can say. */
function suggestZone(text: string): string | null {
  if (text === '' || text.length > LONGEST_NAME) return null;
  const letters = text.toUpperCase().replace(/ (?:STANDARD )?TIME$/, '');
  if (Object.hasOwn(ABBREVIATIONS, letters)) return ABBREVIATIONS[letters]!;
  const city = keyOf(text);
  for (const [key, name] of knownNames()) if (key.endsWith(`/${city}`)) return name;
  return null;
}
