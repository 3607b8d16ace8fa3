import { shiftDay } from '@overture/domain/time/date-presets';
import { instantOfWall, localDay, startOfDay, wallClockAt } from '@overture/domain/time/local-time';
import { dateLocale, formatTime } from '../../../lib/format.ts';
import { browserZone } from '../../../lib/time-zones.ts';

export interface ReminderTime {
  id: 'hour' | 'hours' | 'evening' | 'tomorrow' | 'monday';
  at: Date;
}

const HOUR_IN_MS = 3_600_000;
/** Hour at which a working day starts. */
const MORNING = '08:00';
const EVENING = '18:00';

/** What is offered, soonest first: one and three hours from now, this evening, tomorrow and next Monday in the morning, by the clock of a zone. */
export function reminderTimes(now: Date, zone: string = browserZone()): ReminderTime[] {
  const hour = new Date(now.getTime() + HOUR_IN_MS);
  const evening = onDay(now, 0, EVENING, zone);
  const daysToMonday = 8 - wallClockAt(now.getTime(), zone).weekday;
  const times: ReminderTime[] = [
    { id: 'hour', at: hour },
    { id: 'hours', at: new Date(now.getTime() + 3 * HOUR_IN_MS) },
    ...(evening > hour ? [{ id: 'evening' as const, at: evening }] : []),
    { id: 'tomorrow', at: onDay(now, 1, MORNING, zone) },
    // On a Sunday, Monday is tomorrow: then the one after is meant.
    { id: 'monday', at: onDay(now, daysToMonday === 1 ? 8 : daysToMonday, MORNING, zone) },
  ];
  return times.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** `Tue 09:00`, by the clock of a zone. */
export function formatDayTime(at: Date, zone: string): string {
  const day = new Intl.DateTimeFormat(dateLocale, { weekday: 'short', timeZone: zone }).format(at);
  return `${day} ${formatTime(at, zone)}`;
}

function onDay(now: Date, days: number, hour: string, zone: string): Date {
  return onClock(shiftDay(localDay(now, zone), days), hour, zone);
}

const onClock = (day: string, hour: string, zone: string): Date =>
  instantOfWall(`${day}T${hour}`, zone) ?? startOfDay(day, zone);

/** The morning of a day, `YYYY-MM-DD`, by the clock of a zone. */
export const morningOf = (day: string, zone: string = browserZone()): Date => onClock(day, MORNING, zone);

/** `2026-11-25T08:00`, as a field of a browser takes a local time. */
export function localInput(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
