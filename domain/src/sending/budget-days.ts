import { localDay, nextLocalDay } from '../time/local-time.ts';

const HOUR_IN_MS = 3_600_000;
const DAY_IN_MS = 24 * HOUR_IN_MS;
const WEEK_IN_MS = 7 * DAY_IN_MS;

/** A day that begins in another zone than the one before it lasts at least this long, or it would give a budget twice. */
const SHORTEST_DAY_AFTER_ZONE_CHANGE_IN_MS = 20 * HOUR_IN_MS;

/** A local day with its own budget: its date (YYYY-MM-DD) and its end. It keeps its end even if the zone changes. */
export interface BudgetDay {
  day: string;
  zone: string;
  ends_at: Date;
}

/** True while a budget's newest day still runs: none may begin beside it. */
export function isDayOpen(last: Pick<BudgetDay, 'ends_at'> | null, now: Date): boolean {
  return last !== null && last.ends_at > now;
}

/** The day a budget begins now, after `last` (null for the first). Asked when that is over. */
export function beginDay(last: Pick<BudgetDay, 'zone' | 'ends_at'> | null, zone: string, now: Date): BudgetDay {
  const ends_at = nextLocalDay(now, zone);
  const isMoved = last !== null && last.zone !== zone && last.ends_at.getTime() > now.getTime() - DAY_IN_MS;
  if (isMoved && ends_at.getTime() < now.getTime() + SHORTEST_DAY_AFTER_ZONE_CHANGE_IN_MS) {
    return { day: localDay(ends_at, zone), zone, ends_at: nextLocalDay(ends_at, zone) };
  }
  return { day: localDay(now, zone), zone, ends_at };
}

/** What days that are over used of the seven days before an instant, and when the oldest of them stops counting. */
export interface WeekUse {
  used: number;
  /** Null when nothing was used. */
  eases_at: Date | null;
}

/** The week before `now`, of days that are over; the day that runs is debited on its own. */
export function sumWeek(days: readonly { used: number; ends_at: Date }[], now: Date): WeekUse {
  let used = 0;
  let oldest: Date | null = null;
  for (const day of days) {
    const age = now.getTime() - day.ends_at.getTime();
    if (day.used === 0 || age < 0 || age >= WEEK_IN_MS) continue;
    used += day.used;
    if (oldest === null || day.ends_at < oldest) oldest = day.ends_at;
  }
  return { used, eases_at: oldest && new Date(oldest.getTime() + WEEK_IN_MS) };
}
