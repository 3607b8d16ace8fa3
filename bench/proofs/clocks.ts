import { computeCalendar, isStale } from '@overture/domain/sending/campaign-calendar';
import { isInsideWindow, localDay, nextLocalDay } from '@overture/domain/sending/sending-window';
import { DateTime } from 'luxon';
import { recordProof } from '../support/record.ts';

/**
 * Two years of clocks: the engine's calendar and budget days, minute by minute in forty zones, against luxon as a second
 * opinion. Nothing leaves outside a window, and no local day has no budget or two.
 */
const ZONES = [
  'UTC',
  'Europe/Amsterdam',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Moscow',
  'Europe/Istanbul',
  'Europe/Chisinau',
  'Atlantic/Azores',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'America/Asuncion',
  'America/St_Johns',
  'America/Nuuk',
  'Pacific/Honolulu',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Easter',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Jerusalem',
  'Asia/Beirut',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
];
const WINDOWS = [
  { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
  { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' },
  { days: [6, 7], start: '00:30', end: '03:15' },
];
const MINUTE_IN_MS = 60_000;

export interface ClockReport {
  minutes: number;
  second_opinions: number;
  outside: number;
  missed: number;
  days: number;
  days_without_budget: number;
  days_with_two: number;
}

/** @param secondOpinionEvery luxon is asked at every so many minutes, and at every minute of a day with a clock change */
export function proveClocks(zones: readonly string[], from: Date, days: number, secondOpinionEvery = 97): ClockReport {
  const report: ClockReport = {
    minutes: 0,
    second_opinions: 0,
    outside: 0,
    missed: 0,
    days: 0,
    days_without_budget: 0,
    days_with_two: 0,
  };
  for (const [place, zone] of zones.entries())
    walkZone(zone, WINDOWS[place % WINDOWS.length]!, from, days, secondOpinionEvery, report);
  return report;
}

function walkZone(
  zone: string,
  window: (typeof WINDOWS)[number],
  from: Date,
  days: number,
  every: number,
  report: ClockReport,
): void {
  const campaign = { version: 1, timezone: zone, sending_window: window };
  let calendar = computeCalendar(campaign, from);
  const budgets = new Map<string, number>();
  let endsAt = from.getTime();
  let isChangeDay = false;
  const start = Math.ceil(from.getTime() / MINUTE_IN_MS) * MINUTE_IN_MS;
  for (let at = start; at < start + days * 1440 * MINUTE_IN_MS; at += MINUTE_IN_MS) {
    const now = new Date(at);
    report.minutes += 1;
    if (isStale({ ...calendar, campaign_version: 1 }, now)) calendar = computeCalendar(campaign, now);
    if (at >= endsAt) {
      const day = localDay(now, zone);
      budgets.set(day, (budgets.get(day) ?? 0) + 1);
      endsAt = nextLocalDay(now, zone).getTime();
      isChangeDay = Math.abs(endsAt - at - 86_400_000) > MINUTE_IN_MS;
    }
    const isOpen = at >= calendar.opens_at.getTime() && at < calendar.closes_at.getTime();
    const isAsked = isChangeDay || report.minutes % every === 0;
    if (isAsked) report.second_opinions += 1;
    const shouldBeOpen = isAsked ? opinion(at, zone, window) : isInsideWindow(now, window, zone);
    if (isOpen && !shouldBeOpen) report.outside += 1;
    if (!isOpen && shouldBeOpen) report.missed += 1;
  }
  countDays(budgets, zone, start, days, report);
}

function opinion(at: number, zone: string, window: (typeof WINDOWS)[number]): boolean {
  const local = DateTime.fromMillis(at, { zone });
  const time = `${String(local.hour).padStart(2, '0')}:${String(local.minute).padStart(2, '0')}`;
  return window.days.includes(local.weekday) && time >= window.start && time < window.end;
}

/** Every date the zone's calendar shows within the time has exactly one budget. */
function countDays(budgets: Map<string, number>, zone: string, start: number, days: number, report: ClockReport): void {
  const dates = new Set<string>();
  for (let hour = 0; hour < days * 24; hour += 1)
    dates.add(DateTime.fromMillis(start + hour * 3_600_000, { zone }).toISODate()!);
  report.days += dates.size;
  for (const date of dates) if (!budgets.has(date)) report.days_without_budget += 1;
  for (const [date, count] of budgets) if (count > 1 || !dates.has(date)) report.days_with_two += 1;
}

if (import.meta.main) {
  const startedAt = performance.now();
  const report = proveClocks(ZONES, new Date('2026-01-01T00:00:00Z'), 731);
  process.stdout.write(
    `clocks: ${ZONES.length} zones, ${JSON.stringify(report)} in ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
  );
  const isProven = report.outside + report.missed + report.days_without_budget + report.days_with_two === 0;
  recordProof('clocks', isProven, report);
  process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
  process.exitCode = isProven ? 0 : 1;
}
