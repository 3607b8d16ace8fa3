import { localDay, nextLocalDay } from '../time/local-time.ts';

const HOUR_IN_MS = 3_600_000;
const DAY_IN_MS = 24 * HOUR_IN_MS;
export const WEEK_IN_MS = 7 * DAY_IN_MS;

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

/** A day of invitations. */
export interface InviteDay {
  used: number;
  starts_at: Date;
  ends_at: Date;
  /** When they were made, as far as it is known. The others count until the day itself is a week old. */
  times: readonly Date[];
}

/** What days that are over used of the seven days before an instant, and when the oldest of them stops counting. */
export interface WeekUse {
  used: number;
  /** Null when nothing was used. */
  eases_at: Date | null;
}

/**
 * The 7 times 24 hours before `now`, of days that are over; the day that runs is debited on its own. Of the oldest day each invitation stops
 * counting at its own minute: with whole days a full week would leave the same weekday of the next one empty.
 */
export function sumWeek(days: readonly InviteDay[], now: Date): WeekUse {
  const from = now.getTime() - WEEK_IN_MS;
  let used = 0;
  let eases = Number.POSITIVE_INFINITY;
  for (const { used: ofDay, starts_at, ends_at, times } of days) {
    if (ends_at > now || ends_at.getTime() <= from) continue;
    const counting = times.map((at) => at.getTime()).filter((at) => at > from);
    const left = ofDay - (times.length - counting.length);
    if (left <= 0) continue;
    used += left;
    const next = starts_at.getTime() > from ? starts_at.getTime() : Math.min(...counting, ends_at.getTime());
    eases = Math.min(eases, next);
  }
  return { used, eases_at: used === 0 ? null : new Date(eases + WEEK_IN_MS) };
}
