import { DateTime } from 'luxon';

/** Words for a missing date (core-platform 8). */
export const NO_DATE_TEXT = 'No date';
export const NO_RELATIVE_DATE_TEXT = 'Cancelled';

/** 'DD MMM HH:mm' in a zone, e.g. '02 Mar 09:05' (leads 9). Missing or unreadable: 'No date'. */
export function formatMoment(instant: Date | string | null | undefined, zone: string): string {
  return format(instant, zone, 'dd LLL HH:mm') ?? NO_DATE_TEXT;
}

/** 'DD MMM YYYY' in a zone. */
export function formatDay(instant: Date | string | null | undefined, zone: string): string {
  return format(instant, zone, 'dd LLL yyyy') ?? NO_DATE_TEXT;
}

function format(instant: Date | string | null | undefined, zone: string, pattern: string): string | null {
  if (instant === null || instant === undefined || instant === '') return null;
  const moment =
    typeof instant === 'string' ? DateTime.fromISO(instant, { zone }) : DateTime.fromJSDate(instant, { zone });
  return moment.isValid ? moment.setLocale('en').toFormat(pattern) : null;
}

const UNITS = [
  { name: 'day', size: 86_400_000 },
  { name: 'hour', size: 3_600_000 },
  { name: 'minute', size: 60_000 },
] as const;

/** 'in 3 days', '5 minutes ago', 'now'. Missing: 'Cancelled'. */
export function formatRelative(instant: Date | null | undefined, now: Date): string {
  if (instant === null || instant === undefined) return NO_RELATIVE_DATE_TEXT;
  const distance = instant.getTime() - now.getTime();
  const unit = UNITS.find(({ size }) => Math.abs(distance) >= size);
  if (unit === undefined) return 'now';
  const count = Math.trunc(Math.abs(distance) / unit.size);
  const words = `${count} ${unit.name}${count === 1 ? '' : 's'}`;
  return distance > 0 ? `in ${words}` : `${words} ago`;
}
