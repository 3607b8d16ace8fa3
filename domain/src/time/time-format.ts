import { wallClockAt } from './local-time.ts';

/** Words for a missing date (core-platform 8). */
const NO_DATE_TEXT = 'No date';
const NO_RELATIVE_DATE_TEXT = 'Cancelled';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 'DD MMM HH:mm' in a zone, e.g. '02 Mar 09:05' (leads 9). Missing or unreadable: 'No date'. */
export function formatMoment(instant: Date | string | null | undefined, zone: string): string {
  const wall = readWallClock(instant, zone);
  return wall === null ? NO_DATE_TEXT : `${dayAndMonth(wall)} ${wall.toISOString().slice(11, 16)}`;
}

/** 'DD MMM YYYY' in a zone. */
export function formatDay(instant: Date | string | null | undefined, zone: string): string {
  const wall = readWallClock(instant, zone);
  return wall === null ? NO_DATE_TEXT : `${dayAndMonth(wall)} ${wall.getUTCFullYear()}`;
}

/** The wall clock as if it were UTC, or null. */
function readWallClock(instant: Date | string | null | undefined, zone: string): Date | null {
  if (instant === null || instant === undefined) return null;
  const epochMs = new Date(instant).getTime();
  return Number.isNaN(epochMs) ? null : new Date(wallClockAt(epochMs, zone).wall_ms);
}

function dayAndMonth(wall: Date): string {
  return `${String(wall.getUTCDate()).padStart(2, '0')} ${MONTHS[wall.getUTCMonth()]}`;
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
