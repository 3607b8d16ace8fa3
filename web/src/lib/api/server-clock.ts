import { localDay } from '@overture/domain/time/local-time';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';

/** How far the installation's clock is ahead of this machine's, in milliseconds. */
let ahead = 0;

/** Takes the time that an answer of the server carries (its `Date` header, whole seconds); anything else is ignored. */
export function recordServerTime(header: string | null): void {
  const time = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

/** Now by the installation's clock: the machine's own may be wrong, and the installation's may have been moved. */
export function serverNow(): Date {
  return new Date(Date.now() + ahead);
}

/** Today in a zone (YYYY-MM-DD) by the installation's clock. */
export function serverToday(zone: string = DEFAULT_TIME_ZONE): string {
  return localDay(serverNow(), zone);
}
