import { withoutInvisible } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';
import { isTimeZone, listTimeZones } from '../time/timezones.ts';
import { WINDOWS_ZONES } from './windows-zone-table.ts';

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
    names = new Map(Object.entries(WINDOWS_ZONES).map(([name, zone]) => [keyOf(name), zone]));
    for (const name of listTimeZones()) names.set(keyOf(name), name);
    for (const zone of Object.values(ABBREVIATIONS)) names.set(keyOf(zone), zone);
  }
  return names;
}

const keyOf = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

/**
 * A typed time zone as the tz database spells it; Windows, Outlook and HubSpot have names of their own for zones, which are read too. What is no
 * name of a place is refused: 'EST' ignores summer time. The error asks for what was probably meant.
 */
export function parseTypedZone(typed: string): { ok: true; zone: string } | { ok: false; error: string } {
  const text = withoutInvisible(cutText(typed, 2 * LONGEST_SHOWN));
  const zone = findZone(text) ?? findShownZone(text);
  if (zone !== null) return { ok: true, zone };
  const meant = suggestZone(text);
  return { ok: false, error: meant === null ? TYPED_ZONE_TEXTS.unknown : `${meant}?` };
}

function findZone(text: string): string | null {
  if (text.length > LONGEST_NAME) return null;
  // Exchange says 'Daylight' in summer, HubSpot 'europe_slash_berlin'.
  const plain = text.replace(/ daylight time$/i, ' Standard Time').replaceAll('_slash_', '/');
  const known = knownNames().get(keyOf(plain));
  if (known !== undefined) return known;
  // Other spellings of a zone ('Asia/Calcutta', 'US/Eastern') are names too; hours ahead of UTC are not.
  const isName = plain.includes('/') && !/^(?:etc|systemv)\//i.test(plain) && isTimeZone(plain);
  if (!isName) return null;
  // 'us/eastern' would be kept as a name that nothing else writes.
  return plain === plain.toLowerCase()
    ? new Intl.DateTimeFormat('en', { timeZone: plain }).resolvedOptions().timeZone
    : plain;
}

/** Longer than every name that Windows and Salesforce show. */
const LONGEST_SHOWN = 120;

/** '(UTC+01:00) Amsterdam, Berlin, Rome', '(GMT-05:00) Eastern Standard Time (America/New_York)', '(UTC-05:00) Eastern Time (US & Canada)'. */
function findShownZone(text: string): string | null {
  const shown = /^\((?:UTC|GMT)[+-]?[\d:]{0,5}\) ?(.{1,100})$/i.exec(text)?.[1];
  if (shown === undefined) return null;
  const inBrackets = /\(([A-Za-z_/+-]{3,50})\)$/.exec(shown)?.[1];
  const bare = shown.replace(/ ?\([^()]{1,50}\)$/, '').trim();
  const [first = ''] = bare.split(',');
  return (inBrackets ? findZone(inBrackets) : null) ?? findZone(bare) ?? suggestZone(bare) ?? suggestZone(first.trim());
}

export const TYPED_ZONE_TEXTS = {
  unknown: 'Write a time zone by its place, like America/New_York.',
} as const;

/** The probable zone of a misspelled text; null when there is none. */
function suggestZone(text: string): string | null {
  if (text === '' || text.length > LONGEST_NAME) return null;
  const letters = text.toUpperCase().replace(/ (?:STANDARD )?TIME$/, '');
  if (Object.hasOwn(ABBREVIATIONS, letters)) return ABBREVIATIONS[letters]!;
  const city = keyOf(text);
  for (const [key, name] of knownNames()) if (key.endsWith(`/${city}`)) return name;
  return null;
}
