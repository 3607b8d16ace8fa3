import { DEFAULT_TIME_ZONE, offsetInMinutes } from './timezones.ts';

const MINUTE_IN_MS = 60_000;
const DAY_IN_MS = 86_400_000;

/** Wall clock at an instant. `wall_ms` is local time read as if it were UTC: arithmetic on it is arithmetic on the wall clock. */
export type WallClock = {
  wall_ms: number;
  /** ISO weekday, Monday 1 to Sunday 7. */
  weekday: number;
  /** Milliseconds since local midnight by the wall clock. */
  ms_of_day: number;
};

/** Wall clock of a zone at an instant (milliseconds since 1970). */
export function wallClockAt(epochMs: number, zone: string): WallClock {
  const wallMs = epochMs + offsetInMinutes(zone, epochMs) * MINUTE_IN_MS;
  const dayNumber = Math.floor(wallMs / DAY_IN_MS);
  return {
    wall_ms: wallMs,
    weekday: ((((dayNumber + 3) % 7) + 7) % 7) + 1, // 1970-01-01 was a Thursday
    ms_of_day: wallMs - dayNumber * DAY_IN_MS,
  };
}

/** Days by their number since 1970: writing one out costs more than all the arithmetic around it. */
const days = new Map<number, string>();
const MAX_DAYS = 4000;

/** Calendar day of a zone at an instant, YYYY-MM-DD. */
export function localDay(instant: Date, zone: string): string {
  const { wall_ms } = wallClockAt(instant.getTime(), zone);
  const dayNumber = Math.floor(wall_ms / DAY_IN_MS);
  const known = days.get(dayNumber);
  if (known !== undefined) return known;
  const day = new Date(wall_ms).toISOString().slice(0, 10);
  if (days.size >= MAX_DAYS) days.clear();
  days.set(dayNumber, day);
  return day;
}

/** An instant for a file, `2026-10-02T23:30:00-07:00`: by the clock of a zone and with its offset. In UTC to the millisecond. */
export function formatInstant(instant: Date | null, zone: string): string | null {
  if (instant === null) return null;
  if (zone === DEFAULT_TIME_ZONE) return instant.toISOString();
  const minutes = offsetInMinutes(zone, instant.getTime());
  const wall = new Date(instant.getTime() + minutes * MINUTE_IN_MS).toISOString().slice(0, 19);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${wall}${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
}

/** First instant of the next local day: not always midnight, and a day later than tomorrow where a zone skips a date. */
export function nextLocalDay(instant: Date, zone: string): Date {
  const today = localDay(instant, zone);
  let epochMs = instant.getTime();
  while (localDay(new Date(epochMs), zone) === today) {
    epochMs = advanceWallClock(epochMs, DAY_IN_MS - wallClockAt(epochMs, zone).ms_of_day, zone);
  }
  return new Date(epochMs);
}

/** First instant of a calendar day (YYYY-MM-DD) in a zone; of the next one where the zone skips it. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = midnight - DAY_IN_MS - offsetInMinutes(zone, midnight) * MINUTE_IN_MS;
  while (localDay(new Date(before), zone) >= day) before -= DAY_IN_MS / 2;
  let start = nextLocalDay(new Date(before), zone);
  while (localDay(start, zone) < day) start = nextLocalDay(start, zone);
  return start;
}

/**
 * The instant at which the clocks of a zone show `2026-11-30T09:00`; null for what is no such time. An hour that exists twice is the first,
 * one that is skipped as much later as the clocks go forward.
 */
export function instantOfWall(wall: string, zone: string): Date | null {
  const wallMs = wall.length < 16 ? Number.NaN : Date.parse(`${wall.slice(0, 16)}:00Z`);
  if (Number.isNaN(wallMs)) return null;
  const [early, late] = [-DAY_IN_MS, DAY_IN_MS].map(
    (byMs) => wallMs - offsetInMinutes(zone, wallMs + byMs) * MINUTE_IN_MS,
  ) as [number, number];
  const shown = [Math.min(early, late), Math.max(early, late)].find(
    (epochMs) => wallClockAt(epochMs, zone).wall_ms === wallMs,
  );
  return new Date(shown ?? early);
}

/**
 * The instant a stretch of wall clock after another, or the first clock change on the way: the caller looks again from there. That makes
 * hours that do not exist, exist twice, or are thirty minutes long harmless, because every step is taken at a constant offset.
 */
export function advanceWallClock(epochMs: number, byMs: number, zone: string): number {
  const target = epochMs + byMs;
  const offset = offsetInMinutes(zone, epochMs);
  return offsetInMinutes(zone, target) === offset ? target : findClockChange(epochMs, target, zone);
}

/** First whole second in (from, to] where the offset differs from the one at `from`; one change is assumed in the stretch. */
function findClockChange(from: number, to: number, zone: string): number {
  const offset = offsetInMinutes(zone, from);
  let before = Math.floor(from / 1000);
  let after = Math.ceil(to / 1000);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetInMinutes(zone, middle * 1000) === offset) before = middle;
    else after = middle;
  }
  return after * 1000;
}
