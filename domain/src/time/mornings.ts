import { advanceWallClock, localDay, startOfDay, wallClockAt } from './local-time.ts';

/** Scheduled mails leave from this hour on, in the recipient's zone. */
const MORNING_HOUR = 6;
const HOUR_IN_MS = 3_600_000;

/** The instant at which the morning of a calendar day begins in a zone. */
export function morningOf(day: string, zone: string): Date {
  let at = startOfDay(day, zone).getTime();
  // A clock change on the way ends a stretch: its hours may be missing, or come twice.
  for (let missing = 1; missing > 0; ) {
    missing = MORNING_HOUR * HOUR_IN_MS - wallClockAt(at, zone).ms_of_day;
    if (missing > 0) at = advanceWallClock(at, missing, zone);
  }
  return new Date(at);
}

/** The day that a zone has and its morning, once that has come; null before. */
export function thisMorning(now: Date, zone: string): { day: string; morning: Date } | null {
  const day = localDay(now, zone);
  const morning = morningOf(day, zone);
  return morning <= now ? { day, morning } : null;
}
