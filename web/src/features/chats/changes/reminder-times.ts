export interface ReminderTime {
  id: 'hour' | 'evening' | 'tomorrow' | 'monday';
  at: Date;
}

/** Hour at which a working day starts. */
const MORNING = 8;
const EVENING = 18;
const MONDAY = 1;

/** What is offered, soonest first: an hour from now, this evening, tomorrow and next Monday in the morning, by the reader's own clock. */
export function reminderTimes(now: Date): ReminderTime[] {
  const hour = new Date(now.getTime() + 3_600_000);
  const evening = onDay(now, 0, EVENING);
  const daysToMonday = (MONDAY - now.getDay() + 7) % 7 || 7;
  return [
    { id: 'hour', at: hour },
    ...(evening > hour ? [{ id: 'evening' as const, at: evening }] : []),
    { id: 'tomorrow', at: onDay(now, 1, MORNING) },
    // On a Sunday, Monday is tomorrow: then the one after is meant.
    { id: 'monday', at: onDay(now, daysToMonday === 1 ? 8 : daysToMonday, MORNING) },
  ];
}

function onDay(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

/** `2026-11-25T08:00`, as a field of a browser takes a local time. */
export function localInput(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
