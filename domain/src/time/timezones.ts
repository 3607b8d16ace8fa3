/** Zone of organizations and campaigns that name none. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Intl and nothing else: the browser uses this file too. Luxon gives the same answers; the tests compare them. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Zones are a closed set of some 600 names; the bound only guards against a caller that forgot to check one. */
const MAX_FORMATTERS = 1000;

/** True for a zone of the tz database. Fixed offsets such as `+02:00` are not: they know no summer time. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/.test(zone)) return false;
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Zones a person can choose, UTC first. */
export function listTimeZones(): string[] {
  return [DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== DEFAULT_TIME_ZONE)];
}

/**
 * Offsets of each zone by stretch, null where the clock changes in it: schedulers ask for the same hours over and over, a rehearsal for those of
 * two years in any order.
 */
const stretches = new Map<string, Map<number, number | null>>();

/** No zone changes its clock twice within six hours, so equal offsets at both ends hold in between. */
const STRETCH_IN_MS = 6 * 3_600_000;

/** Of one zone: six years of them. */
const MAX_STRETCHES = 9000;

/** Minutes that local time is ahead of UTC at an instant (milliseconds since 1970). Throws RangeError for an unknown zone. */
export function offsetInMinutes(zone: string, epochMs: number): number {
  if (zone === DEFAULT_TIME_ZONE) return 0;
  const stretch = Math.floor(epochMs / STRETCH_IN_MS);
  const known = stretches.get(zone)?.get(stretch);
  return known ?? (known === null ? computeOffset(zone, epochMs) : learnStretch(zone, stretch, epochMs));
}

function learnStretch(zone: string, stretch: number, epochMs: number): number {
  const offset = computeOffset(zone, stretch * STRETCH_IN_MS);
  const isSteady = computeOffset(zone, (stretch + 1) * STRETCH_IN_MS) === offset;
  const known = stretches.get(zone) ?? new Map<number, number | null>();
  if (known.size >= MAX_STRETCHES) known.clear();
  stretches.set(zone, known.set(stretch, isSteady ? offset : null));
  return isSteady ? offset : computeOffset(zone, epochMs);
}

function computeOffset(zone: string, epochMs: number): number {
  const seconds = Math.floor(epochMs / 1000);
  const text = formatterOf(zone).format(seconds * 1000);
  // '03/02/2026, 09:05:00': fixed places, which makes this many times faster than formatToParts.
  const wall = Date.UTC(
    Number(text.slice(6, 10)),
    Number(text.slice(0, 2)) - 1,
    Number(text.slice(3, 5)),
    Number(text.slice(12, 14)),
    Number(text.slice(15, 17)),
    Number(text.slice(18, 20)),
  );
  return (wall - seconds * 1000) / 60_000;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formatters.size >= MAX_FORMATTERS) {
    formatters.clear();
    stretches.clear();
  }
  formatters.set(zone, made);
  return made;
}

/** 'Europe/Amsterdam (UTC+02:00)' at an instant. */
export function labelTimeZone(zone: string, instant: Date): string {
  const offset = offsetInMinutes(zone, instant.getTime());
  const minutes = Math.abs(offset);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${zone.replaceAll('_', ' ')} (UTC${offset < 0 ? '-' : '+'}${hours}:${String(minutes % 60).padStart(2, '0')})`;
}
