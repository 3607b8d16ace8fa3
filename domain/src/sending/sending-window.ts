import { advanceWallClock, wallClockAt } from '../time/local-time.ts';

export { localDay, nextLocalDay } from '../time/local-time.ts';

/**
 * When a campaign may act: ISO weekdays (Monday 1) and the hours of the wall clock in the campaign's zone, start included, end not.
 * `end` may be '24:00'.
 */
export type SendingWindow = { days: number[]; start: string; end: string };

/** Monday to Friday, 08:00 to 18:00. */
export const DEFAULT_SENDING_WINDOW: Readonly<SendingWindow> = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' };

export const SENDING_WINDOW_TEXTS = {
  shape: 'A sending window has days, start and end.',
  days: 'Choose at least one day from 1 (Monday) to 7 (Sunday).',
  time: 'Times are written HH:MM.',
  order: 'The sending window must end after it starts.',
} as const;

const MINUTE_IN_MS = 60_000;
const DAY_IN_MS = 86_400_000;
const TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** A window checked and put in order (days sorted, each once), or the text of its error. */
export function parseSendingWindow(input: unknown): { ok: true; window: SendingWindow } | { ok: false; error: string } {
  if (typeof input !== 'object' || input === null) return { ok: false, error: SENDING_WINDOW_TEXTS.shape };
  const { days, start, end } = input as Record<string, unknown>;
  if (!isDayList(days)) return { ok: false, error: SENDING_WINDOW_TEXTS.days };
  if (typeof start !== 'string' || typeof end !== 'string' || !TIME.test(start) || !TIME.test(end)) {
    return { ok: false, error: SENDING_WINDOW_TEXTS.time };
  }
  if (timeInMs(start) >= timeInMs(end)) return { ok: false, error: SENDING_WINDOW_TEXTS.order };
  return { ok: true, window: { days: [...new Set(days)].sort((a, b) => a - b), start, end } };
}

function isDayList(days: unknown): days is number[] {
  if (!Array.isArray(days) || days.length === 0 || days.length > 50) return false;
  return days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7);
}

function timeInMs(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * MINUTE_IN_MS;
}

/** True when the wall clock of the zone stands inside the window at an instant. */
export function isInsideWindow(instant: Date, window: SendingWindow, zone: string): boolean {
  return isInsideAt(instant.getTime(), window, zone);
}

function isInsideAt(epochMs: number, window: SendingWindow, zone: string): boolean {
  const { weekday, ms_of_day } = wallClockAt(epochMs, zone);
  return window.days.includes(weekday) && ms_of_day >= timeInMs(window.start) && ms_of_day < timeInMs(window.end);
}

/** The first instant at or after a moment that lies inside the window; the moment itself when it does. */
export function nextWindowOpening(instant: Date, window: SendingWindow, zone: string): Date {
  let epochMs = instant.getTime();
  while (!isInsideAt(epochMs, window, zone)) {
    const { weekday, ms_of_day } = wallClockAt(epochMs, zone);
    const isBeforeStart = window.days.includes(weekday) && ms_of_day < timeInMs(window.start);
    const target = isBeforeStart ? timeInMs(window.start) : DAY_IN_MS;
    epochMs = advanceWallClock(epochMs, target - ms_of_day, zone);
  }
  return new Date(epochMs);
}

/** The first instant after a moment inside the window that lies outside it; null for a moment outside, or a window without end. */
export function windowClosing(instant: Date, window: SendingWindow, zone: string): Date | null {
  if (!isInsideAt(instant.getTime(), window, zone)) return null;
  let epochMs = instant.getTime();
  for (let day = 0; day < 9 && isInsideAt(epochMs, window, zone); day += 1) {
    epochMs = advanceWallClock(epochMs, timeInMs(window.end) - wallClockAt(epochMs, zone).ms_of_day, zone);
  }
  return isInsideAt(epochMs, window, zone) ? null : new Date(epochMs);
}

const DAY_WORDS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** 'Mon to Fri, 08:00 to 18:00'; days that do not follow each other are listed. */
export function describeWindow({ days, start, end }: SendingWindow): string {
  const words = days.map((day) => DAY_WORDS[day - 1] ?? '');
  const isRun = days.length > 2 && days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
  return `${isRun ? `${words[0]} to ${words.at(-1)}` : words.join(', ')}, ${start} to ${end}`;
}
