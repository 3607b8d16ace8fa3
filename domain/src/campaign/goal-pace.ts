import { calendarOf, isHoliday } from '../sending/holidays.ts';
import { countDays, type DateRange, shiftDay } from '../time/date-presets.ts';
import type { GOAL_STATES, GoalPeriod } from './goals.ts';

/** The week (Monday to Sunday) or month of a day. */
export function periodOf(day: string, period: GoalPeriod): DateRange {
  if (period === 'week') {
    const start_date = shiftDay(day, 1 - isoWeekday(day));
    return { start_date, end_date: shiftDay(start_date, 6) };
  }
  const start_date = `${day.slice(0, 7)}-01`;
  return { start_date, end_date: shiftDay(`${shiftDay(start_date, 31).slice(0, 7)}-01`, -1) };
}

/** The week or month before another one. */
export const periodBefore = ({ start_date }: DateRange, period: GoalPeriod): DateRange =>
  periodOf(shiftDay(start_date, -1), period);

const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Monday to Friday without the public holidays of the zone. */
function countWorkingDays(range: DateRange, zone: string): number {
  const calendar = calendarOf(zone, null);
  const days = Array.from({ length: Math.max(0, countDays(range)) }, (_, place) => shiftDay(range.start_date, place));
  return days.filter((day) => isoWeekday(day) <= 5 && !isHoliday(day, calendar)).length;
}

export interface GoalProgress {
  target: number;
  period: GoalPeriod;
  range: DateRange;
  /** Of the organization's zone. */
  today: string;
  zone: string;
  /** Today included. */
  done: number;
  done_before_today: number;
}

export interface GoalPace {
  state: (typeof GOAL_STATES)[number];
  /** Of the whole week or month. */
  working_days: number;
  /** Before today. */
  working_days_over: number;
  /** The share of the target for the finished working days. */
  due: number;
  /** At the end of the week or month; null before the first working day is over. */
  forecast: number | null;
  /** "11 of 40, 6 behind pace" */
  pace: string;
  /** The forecast and how it was made. */
  forecast_words: string;
}

/**
 * How a goal is doing. Behind: less than its share for the finished working days. Ahead: more than its share including today. The forecast adds
 * the average of the finished working days for each day that is left.
 */
export function resolvePace(progress: GoalProgress): GoalPace {
  const { target, range, today, zone, done, done_before_today } = progress;
  const days = countWorkingDays(range, zone);
  const over = countWorkingDays({ start_date: range.start_date, end_date: shiftDay(today, -1) }, zone);
  const withToday = countWorkingDays({ start_date: range.start_date, end_date: today }, zone);
  const dueAfter = (finished: number) => (days === 0 ? 0 : Math.round((target * finished) / days));
  const due = dueAfter(over);
  const forecast =
    over === 0 ? null : Math.max(done, Math.round(done_before_today + (done_before_today / over) * (days - over)));
  const state = stateOf(done, target, due, days === 0 ? target : dueAfter(withToday));
  return {
    state,
    working_days: days,
    working_days_over: over,
    due,
    forecast,
    pace: `${count(done)} of ${count(target)}, ${describeState(state, done - due, done - dueAfter(withToday))}`,
    forecast_words: describeForecast(progress, { days, over, forecast }),
  };
}

function stateOf(done: number, target: number, due: number, dueToday: number): GoalPace['state'] {
  if (done >= target) return 'reached';
  if (done < due) return 'behind';
  return done > dueToday ? 'ahead' : 'on_pace';
}

function describeState(state: GoalPace['state'], fromDue: number, fromDueToday: number): string {
  switch (state) {
    case 'reached':
      return 'reached';
    case 'behind':
      return `${count(-fromDue)} behind pace`;
    case 'ahead':
      return `${count(fromDueToday)} ahead of pace`;
    case 'on_pace':
      return 'on pace';
  }
}

function describeForecast(
  { period, done_before_today, done }: GoalProgress,
  { days, over, forecast }: { days: number; over: number; forecast: number | null },
): string {
  if (days === 0) return `This ${period} has no working days, so there is no forecast.`;
  if (forecast === null) return 'The forecast begins after the first working day.';
  const left = days - over;
  if (left === 0) return `No working days are left. The ${period} ends at about ${count(Math.max(forecast, done))}.`;
  const average = (done_before_today / over).toLocaleString('en', { maximumFractionDigits: 1 });
  return `About ${count(forecast)} by the end of the ${period}: ${average} per working day in ${ofDays(over)}, ${ofDays(left)} left.`;
}

const count = (value: number): string => value.toLocaleString('en');
const ofDays = (value: number): string => (value === 1 ? '1 day' : `${count(value)} days`);
