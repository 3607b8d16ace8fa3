import { type DateOrder, parseCustomValue } from '../leads/custom-values.ts';
import { cleanText } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';

const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;
/** A day, and the hours behind it. */
const WITH_HOURS =
  /^(.{6,30}?)(?:[ ,T]{1,3}(?:at )?(\d{1,2}):(\d{2})(?::\d{2})?\s?([ap]\.?m\.?)?(?:\s?(?:Z|UTC|GMT))?)?$/i;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const EARLIEST_YEAR = 2000;
const LATEST_YEAR = 2100;

/**
 * A time of an export as ISO text; null for one that can't be read in one way only. A time without a zone counts as UTC.
 * @param order which part of `3/9/2026` is the day, if the file shows it
 */
export function parseExportTime(cell: string, order: DateOrder | null): string | null {
  const text = cleanText(cutText(cell, 60));
  if (SECONDS.test(text)) return toIso(Number(text) * 1000);
  if (MILLISECONDS.test(text)) return toIso(Number(text));
  const iso = ISO.exec(text);
  if (iso) return parseIso(iso);
  const [, day = '', hours, minutes, half] = WITH_HOURS.exec(text) ?? [];
  const date = parseCustomValue('date', day, order) ?? parseNamedDay(day);
  if (typeof date !== 'string') return null;
  return toIso(Date.parse(`${date}T00:00:00Z`) + toMilliseconds(hours, minutes, half));
}

function parseIso([, year, month, day, hours = '00', minutes = '00', seconds = '00', zone]: RegExpExecArray):
  | string
  | null {
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0');
  const offset = zone === undefined || /^[a-z]/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  return toIso(Date.parse(`${year}-${two(month)}-${two(day)}T${two(hours)}:${minutes}:${seconds}${offset}`));
}

function toMilliseconds(hours: string | undefined, minutes: string | undefined, half: string | undefined): number {
  if (hours === undefined) return 0;
  const isAfternoon = half?.toLowerCase().startsWith('p') === true;
  const isMorning = half !== undefined && !isAfternoon;
  const hour = Number(hours) % 24;
  const full = isAfternoon && hour < 12 ? hour + 12 : isMorning && hour === 12 ? 0 : hour;
  return (full * 60 + Number(minutes)) * 60_000;
}

/** `Mar 9, 2026`, `9 March 2026`, `Mon, 9 Mar 2026`. */
function parseNamedDay(text: string): string | null {
  const parts = text.split(/[\s,.-]+/).filter((part) => part !== '');
  const month = parts.map((part) => MONTHS.indexOf(part.slice(0, 3).toLowerCase())).find((at) => at >= 0);
  const year = parts.find((part) => /^\d{4}$/.test(part));
  const day = parts.map((part) => /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(part)?.[1]).find((found) => found !== undefined);
  if (month === undefined || year === undefined || day === undefined) return null;
  const written = `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = parseCustomValue('date', written);
  return typeof date === 'string' ? date : null;
}

function toIso(time: number): string | null {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= EARLIEST_YEAR && year < LATEST_YEAR ? date.toISOString() : null;
}
