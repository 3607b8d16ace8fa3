import { IANAZone } from 'luxon';

/** Zone of organisations and campaigns that name none. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** True for a zone of the tz database. Fixed offsets such as `+02:00` are not: they know no summer time. */
export function isTimeZone(zone: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/.test(zone) && IANAZone.isValidZone(zone);
}

/** Zones a person can choose, UTC first. */
export function listTimeZones(): string[] {
  return [DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== DEFAULT_TIME_ZONE)];
}

/** Minutes that local time is ahead of UTC at an instant (milliseconds since 1970). */
export function offsetInMinutes(zone: string, epochMs: number): number {
  return IANAZone.create(zone).offset(epochMs);
}

/** 'Europe/Amsterdam (UTC+02:00)' at an instant. */
export function labelTimeZone(zone: string, instant: Date): string {
  const offset = offsetInMinutes(zone, instant.getTime());
  const minutes = Math.abs(offset);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${zone.replaceAll('_', ' ')} (UTC${offset < 0 ? '-' : '+'}${hours}:${String(minutes % 60).padStart(2, '0')})`;
}
