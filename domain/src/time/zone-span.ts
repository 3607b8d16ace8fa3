import { countDays, type DateRange, OPEN_RANGE, shiftDay } from './date-presets.ts';
import { startOfDay } from './local-time.ts';
import { DEFAULT_TIME_ZONE } from './timezones.ts';

const HOUR_IN_MS = 3_600_000;

/** Events between a local midnight and the UTC one nearest to it: 1 adds them to the sums of UTC days, -1 takes them away. */
export interface ZoneEdge {
  since: Date;
  until: Date;
  sign: 1 | -1;
  /** The UTC day that has them (YYYY-MM-DD). */
  utc_day: string;
}

/** Days of a zone, as they are read where sums are stored by UTC day (decision 0449). */
export interface ZoneSpan {
  /** The first instant, and the one after the last; null where the range is open. */
  since: Date | null;
  until: Date | null;
  /** UTC days whose sums count. Without any the end is before the start. */
  days: DateRange;
  /** UTC days that hold all of it. */
  cover: DateRange;
  /** At most one at each end. */
  edges: ZoneEdge[];
}

/** Local days and how to read them from stored UTC days. In UTC, both are the same and there is no edge. */
export function toZoneSpan(range: DateRange, zone: string): ZoneSpan {
  const isFromStart = range.start_date === OPEN_RANGE.start_date;
  const isToEnd = range.end_date >= OPEN_RANGE.end_date;
  if (zone === DEFAULT_TIME_ZONE) {
    return {
      since: isFromStart ? null : midnight(range.start_date),
      until: isToEnd ? null : midnight(shiftDay(range.end_date, 1)),
      days: range,
      cover: range,
      edges: [],
    };
  }
  const since = isFromStart ? null : firstInstant(range.start_date, zone);
  const until = isToEnd ? null : firstInstant(shiftDay(range.end_date, 1), zone);
  return {
    since,
    until,
    days: {
      start_date: since ? nearestDay(since) : range.start_date,
      end_date: until ? shiftDay(nearestDay(until), -1) : range.end_date,
    },
    cover: {
      start_date: since ? utcDay(since) : range.start_date,
      end_date: until ? utcDay(new Date(until.getTime() - 1)) : range.end_date,
    },
    edges: [...(since ? findEdge(since, 1) : []), ...(until ? findEdge(until, -1) : [])],
  };
}

/** For each day of a range and for the one behind it: the UTC midnight nearest to its first instant, and the events between them. */
export interface ZoneDay {
  utc_day: string;
  /** None where the zone's day begins at midnight UTC. */
  edge: ZoneEdge | undefined;
}

/** The beginnings of a range's days, and of the day behind it. What a day has is what lies between two of them. */
export function listZoneDays(range: DateRange, zone: string): ZoneDay[] {
  return Array.from({ length: countDays(range) + 1 }, (_, place) => toZoneDay(shiftDay(range.start_date, place), zone));
}

/** The beginning of a day. */
export function toZoneDay(day: string, zone: string): ZoneDay {
  const start = firstInstant(day, zone);
  return { utc_day: nearestDay(start), edge: findEdge(start, 1)[0] };
}

/** The days whose clocks are asked for. A year that is half typed, like 0202, has days too: nothing happened on them, in any zone. */
const CLOCKS = { first: '1900-01-01', last: OPEN_RANGE.end_date };

function firstInstant(day: string, zone: string): Date {
  if (day >= CLOCKS.first && day <= CLOCKS.last) return startOfDay(day, zone);
  // The day behind the last one of the year 9999 is written with a plus.
  return midnight(day.startsWith('+') ? '9999-12-31' : day);
}

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);
const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);
const nearestDay = (instant: Date): string => utcDay(new Date(instant.getTime() + 12 * HOUR_IN_MS));

/** @param side 1 at the beginning of the range, -1 at its end */
function findEdge(instant: Date, side: 1 | -1): ZoneEdge[] {
  const nearest = midnight(nearestDay(instant));
  if (nearest.getTime() === instant.getTime()) return [];
  const isBefore = instant < nearest;
  const [since, until] = isBefore ? [instant, nearest] : [nearest, instant];
  return [{ since, until, sign: isBefore ? side : side === 1 ? -1 : 1, utc_day: utcDay(since) }];
}
