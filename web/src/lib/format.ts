import { serverNow } from './api/server-clock.ts';
import { shownLanguage } from './language/language.ts';

const isGerman = shownLanguage === 'de';
/** Of numbers and words; dates of the English interface are those of Europe (`12 Mar`). */
export const locale = isGerman ? 'de' : 'en';
export const dateLocale = isGerman ? 'de' : 'en-GB';

/** Words of the interface within a sentence: English writes them small there, German keeps its nouns. */
export const withinSentence = (words: string): string => (isGerman ? words : words.toLowerCase());

/** Words of a person, or a name, within a sentence. */
export const inQuotes = (words: string): string => (isGerman ? `„${words}“` : `“${words}”`);

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** `1,240`. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });

/** `1,250.5`: with all decimals that a value keeps. */
export function formatExact(value: number): string {
  return exact.format(value);
}

/** Large numbers with K and M: 999, 1.2K, 12K, 3.4M. Show the full figure in a tooltip. */
export function formatShortNumber(value: number): string {
  const size = Math.abs(value);
  // The bounds are where rounding would otherwise print 1000K.
  if (size < 1000) return whole.format(value);
  if (size < 999_500) return `${size < 99_950 ? oneDigit.format(value / 1000) : whole.format(value / 1000)}K`;
  return `${size < 99_950_000 ? oneDigit.format(value / 1_000_000) : whole.format(value / 1_000_000)}M`;
}

/** A number of employees as sources give it: `4.5K` for 4488; a range like `11-50` stays. Show the full figure in a tooltip. */
export function formatEmployees(value: string | null): string | null {
  return value !== null && /^\d+$/.test(value) ? formatShortNumber(Number(value)) : value;
}

/** A share between 0 and 100 as `12%`; one digit below ten. */
export function formatPercent(value: number): string {
  return inPercent(value < 10 ? oneDigit.format(value) : whole.format(value));
}

/** A share with all decimals that a value keeps: `12.5%`. */
export function formatExactPercent(value: number): string {
  return inPercent(exact.format(value));
}

/** Whole euros: `€79`. */
export const formatEuros = (amount: number): string =>
  isGerman ? `${whole.format(amount)}\u00a0€` : `€${whole.format(amount)}`;

const inPercent = (figure: string): string => (isGerman ? `${figure}\u00a0%` : `${figure}%`);

/** Bytes as KB, MB or GB (1024). */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${oneDigit.format(bytes / 1024)} KB`;
  if (bytes < 1024 * 1024 * 1024) return `${oneDigit.format(bytes / 1024 / 1024)} MB`;
  return `${oneDigit.format(bytes / 1024 / 1024 / 1024)} GB`;
}

const dateTimeFormats = new Map<string, Intl.DateTimeFormat>();

function dateTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let format = dateTimeFormats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(dateLocale, options);
    dateTimeFormats.set(key, format);
  }
  return format;
}

type DateParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

function parts(value: string | Date, options: Intl.DateTimeFormatOptions): DateParts {
  const written = dateTimeFormat(options).formatToParts(new Date(value));
  return Object.fromEntries(written.map((part) => [part.type, part.value]));
}

/** @param english in the order of the specification; other languages write dates by their locale */
function writeDate(
  value: string | Date,
  options: Intl.DateTimeFormatOptions,
  english: (part: DateParts) => string,
): string {
  return isGerman ? dateTimeFormat(options).format(new Date(value)) : english(parts(value, options));
}

/** `DD MMM HH:mm`, as the specification writes English times; in the given IANA zone or the browser's. */
export function formatDateTime(value: string | Date, timeZone?: string): string {
  return writeDate(
    value,
    { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
    (part) => `${part.day} ${part.month?.slice(0, 3)} ${part.hour}:${part.minute}`,
  );
}

/** `DD MMM YYYY`. */
export function formatDate(value: string | Date, timeZone?: string): string {
  return writeDate(
    value,
    { day: '2-digit', month: 'short', year: 'numeric', timeZone },
    (part) => `${part.day} ${part.month?.slice(0, 3)} ${part.year}`,
  );
}

/** `HH:mm`. */
export function formatTime(value: string | Date, timeZone?: string): string {
  const part = parts(value, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return `${part.hour}:${part.minute}`;
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function formatDistance(seconds: number): string {
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return isGerman ? relative.format(0, 'second') : 'now';
}

const secondsUntil = (value: string, now: Date) => Math.round((new Date(value).getTime() - now.getTime()) / 1000);

/** A planned moment by the installation's clock: `in 3 hr.`. */
export const formatUntil = (value: string, now: Date = serverNow()): string =>
  formatDistance(Math.max(0, secondsUntil(value, now)));

/** A past moment by the installation's clock: `2 days ago`. Clocks that differ show `now`, never a future time. */
export const formatAgo = (value: string, now: Date = serverNow()): string =>
  formatDistance(Math.min(0, secondsUntil(value, now)));

/** Time of a message in a list: `14:05` today, `Mon` this week, `12 Mar` otherwise. */
export function formatListTime(value: string, now: Date): string {
  const then = new Date(value);
  if (then.toDateString() === now.toDateString()) return formatTime(value);
  const days = (now.getTime() - then.getTime()) / 86_400_000;
  if (days >= 0 && days < 6) return parts(value, { weekday: 'short' }).weekday ?? '';
  return writeDate(value, { day: 'numeric', month: 'short' }, (part) => `${part.day} ${part.month?.slice(0, 3)}`);
}
