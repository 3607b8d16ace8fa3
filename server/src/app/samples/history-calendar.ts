const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** From here on a Friday and the weekend after it are one stretch, which is as long as the calendar of today lets it be. */
const EVENING = 22 * HOUR;

/** Monday is 0; the first of January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The working days are counted: the last one of the history falls on the last one before today, and so on backward. */
const workdayOf = (day: number): number => Math.floor((day + 3) / 7) * 5 + Math.min(weekdayOf(day), 4);
const dayOf = (workday: number): number => Math.floor(workday / 5) * 7 + (((workday % 5) + 5) % 5) - 3;

/**
 * Where the instants of the history fall on the calendar of today: working days on working days at the same time of day, nights and
 * weekends between them, in the same order. What has happened is over; what is due comes on the next working days.
 * @returns from milliseconds since the midnight after the history's last working day, a Friday
 */
export function createHistoryCalendar(now: Date): (since_end: number) => Date {
  const today = Math.floor(now.getTime() / DAY);
  const last = workdayOf(today - 1);
  // The history's own days are counted from a Friday, day 1 of 1970.
  const lastOfHistory = workdayOf(1);
  const begin = (workday: number): number => dayOf(workday - lastOfHistory + last) * DAY;
  return (since_end) => {
    const instant = since_end + 2 * DAY;
    const day = Math.floor(instant / DAY);
    const workday = workdayOf(day);
    const passed = instant - dayOf(workday) * DAY;
    const isEvening = weekdayOf(day) > 4 || (weekdayOf(day) === 4 && passed >= EVENING);
    const stretch = begin(workday + 1) - begin(workday) - EVENING;
    const found =
      begin(workday) + (isEvening ? EVENING + ((passed - EVENING) * stretch) / (3 * DAY - EVENING) : passed);
    return new Date(since_end < DAY / 2 ? Math.min(found, now.getTime() - 60_000) : found);
  };
}
