import type { RehearsedDay } from '@overture/contract/rehearsal';

const DAY_IN_MS = 86_400_000;

/** Kinds of action in display order. */
export const SORTS = ['emails', 'invites', 'messages', 'inmails', 'visits', 'likes', 'withdrawals'] as const;
type Sort = (typeof SORTS)[number];

/** One day of a calendar: how much, and of what. */
export type CalendarDay = Pick<RehearsedDay, 'date' | 'total' | 'others'> &
  Partial<Record<Sort | 'calls_amount', number>>;

export interface CalendarWeek {
  /** Monday, YYYY-MM-DD. */
  monday: string;
  /** Monday to Sunday; null on a day without anything. */
  days: (CalendarDay | null)[];
  dates: string[];
  /** The week's sums. */
  sums: CalendarDay;
}

/** The weeks from the first to the last of the given days, quiet ones included. Dates are calendar days; no zone comes in. */
export function buildWeeks(days: readonly CalendarDay[]): CalendarWeek[] {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return [];
  const byDate = new Map(days.map((day) => [day.date, day]));
  const weeks: CalendarWeek[] = [];
  for (let monday = findMonday(first.date); monday <= Date.parse(last.date); monday += 7 * DAY_IN_MS) {
    const dates = Array.from({ length: 7 }, (_, index) => toDate(monday + index * DAY_IN_MS));
    const found = dates.map((date) => byDate.get(date) ?? null);
    weeks.push({ monday: toDate(monday), dates, days: found, sums: sumActions(toDate(monday), found) });
  }
  return weeks;
}

function findMonday(date: string): number {
  const instant = Date.parse(date);
  return instant - ((new Date(instant).getUTCDay() + 6) % 7) * DAY_IN_MS;
}

function toDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function sumActions(date: string, days: readonly (CalendarDay | null)[]): CalendarDay {
  const sum: CalendarDay = { date, total: 0, others: 0 };
  for (const day of days) {
    if (day === null) continue;
    sum.total += day.total;
    sum.others += day.others;
    for (const sort of [...SORTS, 'calls_amount'] as const) {
      if (day[sort]) sum[sort] = (sum[sort] ?? 0) + day[sort];
    }
  }
  return sum;
}

/** How dark a day is drawn: 0 without anything, else 1 to 4 by its share of the fullest day. */
export function pickShade(total: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (total === 0 || most === 0) return 0;
  return Math.min(4, Math.max(1, Math.ceil((total / most) * 4))) as 1 | 2 | 3 | 4;
}
