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
  many: 'A day has at most three windows.',
  overlap: 'Windows of one day must not overlap.',
} as const;
const TEXTS = SENDING_WINDOW_TEXTS;

/** Stretches of the wall clock, each from `start` to before `end`. */
interface Stretch {
  start: string;
  end: string;
}

/** Several windows a weekday: by ISO weekday as JSON keys it, '1' is Monday. */
export type WeekWindows = Record<string, Stretch[]>;

/** When a campaign may act, in either of its forms. */
export type SendingHours = SendingWindow | WeekWindows;

/** Windows of one weekday. */
export const WINDOWS_A_DAY = 3;

/** The same in milliseconds of the day. */
export interface HoursOfDay {
  start: number;
  end: number;
}

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

/** Windows by weekday checked and put in order, or the text of the error. */
export function parseWeekWindows(input: unknown): { ok: true; windows: WeekWindows } | { ok: false; error: string } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { ok: false, error: TEXTS.days };
  const windows: WeekWindows = {};
  for (const [day, given] of Object.entries(input)) {
    if (!/^[1-7]$/.test(day)) return { ok: false, error: TEXTS.days };
    if (!Array.isArray(given) || given.length > WINDOWS_A_DAY) return { ok: false, error: TEXTS.many };
    const error = findStretchError(given);
    if (error !== null) return { ok: false, error };
    if (given.length > 0)
      windows[day] = given.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start.localeCompare(b.start));
  }
  const isOverlapping = Object.values(windows).some((list) =>
    list.some((one, index) => index > 0 && one.start < list[index - 1]!.end),
  );
  if (isOverlapping) return { ok: false, error: TEXTS.overlap };
  return Object.keys(windows).length === 0 ? { ok: false, error: TEXTS.days } : { ok: true, windows };
}

function findStretchError(given: unknown[]): string | null {
  for (const one of given) {
    const { start, end } = (one ?? {}) as Record<string, unknown>;
    if (typeof start !== 'string' || typeof end !== 'string' || !TIME.test(start) || !TIME.test(end)) return TEXTS.time;
    if (timeInMs(start) >= timeInMs(end)) return TEXTS.order;
  }
  return null;
}

/** The one window around windows by weekday: its days, from the first start to the last end. */
export function hullOf(windows: WeekWindows): SendingWindow {
  const all = Object.values(windows).flat();
  return {
    days: Object.keys(windows)
      .map(Number)
      .sort((a, b) => a - b),
    start: all.map(({ start }) => start).sort()[0] ?? '00:00',
    end:
      all
        .map(({ end }) => end)
        .sort()
        .at(-1) ?? '24:00',
  };
}

function isOneWindow(hours: SendingHours): hours is SendingWindow {
  return Array.isArray((hours as SendingWindow).days) && typeof (hours as SendingWindow).start === 'string';
}

/** What is open on a weekday, in order. */
export function windowsOn(hours: SendingHours, weekday: number): HoursOfDay[] {
  const stretches = isOneWindow(hours) ? (hours.days.includes(weekday) ? [hours] : []) : (hours[String(weekday)] ?? []);
  return stretches.map(({ start, end }) => ({ start: timeInMs(start), end: timeInMs(end) }));
}

/** Weekdays on which anything is open. */
export function openWeekdays(hours: SendingHours): number[] {
  return [1, 2, 3, 4, 5, 6, 7].filter((weekday) => windowsOn(hours, weekday).length > 0);
}

/** What a campaign stores, read: its windows by weekday where it has them, else its one window. */
export function parseHours(campaign: { sending_window: unknown; windows?: unknown }): SendingHours {
  const several = campaign.windows ? parseWeekWindows(campaign.windows) : null;
  if (several?.ok) return several.windows;
  const one = parseSendingWindow(campaign.sending_window);
  return one.ok ? one.window : { ...DEFAULT_SENDING_WINDOW };
}

function isDayList(days: unknown): days is number[] {
  if (!Array.isArray(days) || days.length === 0 || days.length > 50) return false;
  return days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7);
}

function timeInMs(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * MINUTE_IN_MS;
}

/** True when the zone's local time is inside the window at an instant. */
export function isInsideWindow(instant: Date, window: SendingHours, zone: string): boolean {
  return isInsideAt(instant.getTime(), window, zone);
}

function isInsideAt(epochMs: number, window: SendingHours, zone: string): boolean {
  return openAt(epochMs, window, zone) !== undefined;
}

function openAt(epochMs: number, window: SendingHours, zone: string): HoursOfDay | undefined {
  const { weekday, ms_of_day } = wallClockAt(epochMs, zone);
  return windowsOn(window, weekday).find(({ start, end }) => ms_of_day >= start && ms_of_day < end);
}

/** The first instant at or after a moment that lies inside the window; the moment itself when it does. */
export function nextWindowOpening(instant: Date, window: SendingHours, zone: string): Date {
  let epochMs = instant.getTime();
  while (!isInsideAt(epochMs, window, zone)) {
    const { weekday, ms_of_day } = wallClockAt(epochMs, zone);
    const next = windowsOn(window, weekday).find(({ start }) => ms_of_day < start);
    const target = next ? next.start : DAY_IN_MS;
    epochMs = advanceWallClock(epochMs, target - ms_of_day, zone);
  }
  return new Date(epochMs);
}

/** The first instant after a moment inside the window that lies outside it; null for a moment outside, or a window without end. */
export function windowClosing(instant: Date, window: SendingHours, zone: string): Date | null {
  if (!isInsideAt(instant.getTime(), window, zone)) return null;
  let epochMs = instant.getTime();
  for (let day = 0; day < 9 * WINDOWS_A_DAY; day += 1) {
    const open = openAt(epochMs, window, zone);
    if (!open) break;
    epochMs = advanceWallClock(epochMs, open.end - wallClockAt(epochMs, zone).ms_of_day, zone);
  }
  return isInsideAt(epochMs, window, zone) ? null : new Date(epochMs);
}
