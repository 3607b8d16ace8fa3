import { localDay, nextLocalDay, wallClockAt } from '../time/local-time.ts';
import { offsetInMinutes } from '../time/timezones.ts';
import { calendarOf, isHoliday } from './holidays.ts';
import { openWeekdays, parseHours } from './sending-window.ts';

const HOUR_IN_MS = 3_600_000;
const DAY_IN_MS = 24 * HOUR_IN_MS;
/** A schedule without a working day in this range has none. */
const MOST_DAYS_LOOKED_AT = 400;

/** Which days count for delays. */
export interface WorkingDays {
  zone: string;
  /** ISO weekdays. */
  weekdays: readonly number[];
  /** The calendar whose holidays do not count (`HolidayCalendar.id`); null for none. */
  holidays_of: string | null;
}

function isWorkingDay(instant: Date, { zone, weekdays, holidays_of }: WorkingDays): boolean {
  return (
    weekdays.includes(wallClockAt(instant.getTime(), zone).weekday) && !isHoliday(localDay(instant, zone), holidays_of)
  );
}

/**
 * The instant a delay after another. Whole days are days by the wall clock, of which only working days count where these are given;
 * what is left over is hours.
 */
export function addDelay(since: Date, hours: number, days: WorkingDays | null): Date {
  if (days === null || days.weekdays.length === 0) return new Date(since.getTime() + hours * HOUR_IN_MS);
  let at = since;
  let left = Math.floor(hours / 24);
  for (let looked = 0; left > 0 && looked < MOST_DAYS_LOOKED_AT; looked += 1) {
    at = nextDaySameTime(at, days.zone);
    if (isWorkingDay(at, days)) left -= 1;
  }
  return new Date(at.getTime() + (hours % 24) * HOUR_IN_MS);
}

/**
 * When the first working day after a day begins; the day after it where there is none.
 * @param day `YYYY-MM-DD` by the wall clock of the zone
 */
export function firstWorkingDayAfter(day: string, days: WorkingDays): Date {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const next = nextLocalDay(new Date(noon - offsetInMinutes(days.zone, noon) * 60_000), days.zone);
  let at = next;
  for (let looked = 0; looked < MOST_DAYS_LOOKED_AT; looked += 1) {
    if (isWorkingDay(at, days)) return at;
    at = nextLocalDay(at, days.zone);
  }
  return next;
}

function nextDaySameTime(at: Date, zone: string): Date {
  const next = at.getTime() + DAY_IN_MS;
  const moved = offsetInMinutes(zone, next) - offsetInMinutes(zone, at.getTime());
  return new Date(next - moved * 60_000);
}

export interface Schedule {
  timezone: string;
  sending_window: unknown;
  /** Several windows a weekday, instead of one. */
  windows?: unknown;
  /** Delays count working days. */
  counts_working_days: boolean;
  /** Nothing leaves on public holidays. */
  skips_holidays: boolean;
  /** Whose, where a person chose: a country or a region of the zone's country. Null for what the zone says. */
  holiday_calendar: string | null;
  /** Its hours are read by the clock of each lead too. */
  uses_lead_zone?: boolean;
}

/** The calendar whose holidays a campaign keeps; null for none. */
export function holidaysOf({
  timezone,
  skips_holidays,
  holiday_calendar,
}: Pick<Schedule, 'timezone' | 'skips_holidays' | 'holiday_calendar'>): string | null {
  return skips_holidays ? calendarOf(timezone, holiday_calendar) : null;
}

/** Which days the delays of a campaign count; null where they count all. */
export function getWorkingDays(campaign: Schedule): WorkingDays | null {
  if (!campaign.counts_working_days) return null;
  return { zone: campaign.timezone, weekdays: weekdaysOf(campaign), holidays_of: holidaysOf(campaign) };
}

/** Weekdays on which a campaign acts. */
export function weekdaysOf(campaign: Pick<Schedule, 'sending_window' | 'windows'>): readonly number[] {
  return openWeekdays(parseHours(campaign));
}
