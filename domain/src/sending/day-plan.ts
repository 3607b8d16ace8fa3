import { localDay, nextLocalDay, wallClockAt } from '../time/local-time.ts';
import { draw } from './draw.ts';
import { type HoursOfDay, type SendingHours, windowsOn } from './sending-window.ts';
import { evenSpacingInMs } from './spacing.ts';

const MINUTE_IN_MS = 60_000;
const HOUR_IN_MS = 60 * MINUTE_IN_MS;

/** Minutes within which a day begins after its opening, ends before its closing, and rests around noon. */
const RHYTHM = {
  start_after: { min: 3, max: 27 },
  end_before: { min: 4, max: 42 },
  break: { min: 30, max: 60 },
  /** Only in windows of so many hours. */
  break_from_hours: 6,
  /** By the wall clock, where the window covers it; else around the middle. */
  noon: { from: 12 * HOUR_IN_MS, to: 13.5 * HOUR_IN_MS },
  /** Part of the cap that a day aims at. */
  target: { min: 0.85, max: 1 },
} as const;

/** A usual gap below this turns the rhythm off. */
const LEAST_GAP_IN_SECONDS = 60;
/** Seconds between two mails of a mailbox that keeps a rhythm. */
export const RHYTHM_GAP_IN_SECONDS = { min: 60, max: 3600, default: 600 } as const;
/** Mails of one mailbox in an hour, however short its gap is. */
const MOST_MAILS_AN_HOUR = 9;

/** How one day of a sender goes. Drawn once and stored; applied to the window of each of its campaigns. */
export interface DayPlan {
  /** Local day, YYYY-MM-DD. */
  day: string;
  start_after_in_s: number;
  end_before_in_s: number;
  /** Where within the time for it the break lies, 0 to 1. */
  break_share: number;
  break_in_s: number;
  /** Part of the day's cap that is used. */
  target_share: number;
  /** Limit and gap when the day began: what was raised or shortened since counts from the next day on. */
  email_max_messages: number;
  rhythm_gap_in_seconds: number;
}

interface PlannedSender {
  id: number;
  natural_rhythm: boolean;
  email_max_messages: number;
  send_gap_in_seconds: number;
  rhythm_gap_in_seconds: number;
}

/** Whether a sender keeps a rhythm: so short a gap leaves no room for one. */
export function hasRhythm(sender: Pick<PlannedSender, 'natural_rhythm' | 'send_gap_in_seconds'>): boolean {
  return sender.natural_rhythm && sender.send_gap_in_seconds >= LEAST_GAP_IN_SECONDS;
}

/** The plan of a sender's day: always the same for the same sender and day, as if thrown with dice of its own. */
export function drawDayPlan(sender: PlannedSender, day: string): DayPlan {
  const seed = Number(day.replaceAll('-', ''));
  const between = (purpose: number, { min, max }: { min: number; max: number }) =>
    min + draw(seed, sender.id, purpose) * (max - min);
  const seconds = (purpose: number, range: { min: number; max: number }) => Math.round(between(purpose, range) * 60);
  return {
    day,
    start_after_in_s: seconds(1, RHYTHM.start_after),
    end_before_in_s: seconds(2, RHYTHM.end_before),
    break_share: draw(seed, sender.id, 3),
    break_in_s: seconds(4, RHYTHM.break),
    target_share: between(5, RHYTHM.target),
    email_max_messages: sender.email_max_messages,
    rhythm_gap_in_seconds: sender.rhythm_gap_in_seconds,
  };
}

/** What a day aims at of a cap: at least one. */
export function targetOf(plan: Pick<DayPlan, 'target_share'>, cap: number): number {
  return cap <= 0 ? cap : Math.max(1, Math.round(cap * plan.target_share));
}

/** When a sender acts on a day, in milliseconds of the wall clock; null where its plan leaves nothing of the window. */
export function actingHours(plan: DayPlan, hours: readonly HoursOfDay[]): HoursOfDay[] {
  const [first] = hours;
  const last = hours.at(-1);
  if (!first || !last) return [];
  const starts = first.start + plan.start_after_in_s * 1000;
  const ends = last.end - plan.end_before_in_s * 1000;
  // A window too short for a rhythm is used as it is.
  if (ends - starts < HOUR_IN_MS) return [...hours];
  const kept = hours.flatMap(({ start, end }) => {
    const part = { start: Math.max(start, starts), end: Math.min(end, ends) };
    return part.start < part.end ? [part] : [];
  });
  const [only] = kept;
  const isLong = last.end - first.start >= RHYTHM.break_from_hours * HOUR_IN_MS;
  if (kept.length !== 1 || !only || !isLong) return kept;
  const length = plan.break_in_s * 1000;
  const { from, to } = RHYTHM.noon;
  const covers = only.start < from && only.end > to;
  const room = covers ? { from, to: to - length } : middleOf(only, length);
  const begins = room.from + plan.break_share * (room.to - room.from);
  return [
    { start: only.start, end: begins },
    { start: begins + length, end: only.end },
  ];
}

function middleOf({ start, end }: HoursOfDay, length: number): { from: number; to: number } {
  const middle = (start + end - length) / 2;
  return { from: middle - 15 * MINUTE_IN_MS, to: middle + 15 * MINUTE_IN_MS };
}

export interface RhythmFacts {
  zone: string;
  window: SendingHours;
  now: Date;
}

/** Until when a sender's rhythm holds a campaign's actions; null when it acts now. After its last hours, until tomorrow. */
export function findRhythmHold(plan: DayPlan, { zone, window, now }: RhythmFacts): { until: Date } | null {
  const { weekday, ms_of_day } = wallClockAt(now.getTime(), zone);
  const next = actingHours(plan, windowsOn(window, weekday)).find(({ end }) => ms_of_day < end);
  if (!next) return { until: nextLocalDay(now, zone) };
  // Whole milliseconds, upwards: an instant cut short would lie before the opening for ever.
  return ms_of_day >= next.start ? null : { until: new Date(now.getTime() + Math.ceil(next.start - ms_of_day)) };
}

/** Milliseconds of acting that are left of a day. */
function leftOfDay(plan: DayPlan, { zone, window, now }: RhythmFacts): number {
  const { weekday, ms_of_day } = wallClockAt(now.getTime(), zone);
  return actingHours(plan, windowsOn(window, weekday)).reduce(
    (sum, { start, end }) => sum + Math.max(0, end - Math.max(start, ms_of_day)),
    0,
  );
}

/**
 * When a mailbox acts next: what is left of its day's target lies evenly in what is left of its hours, each pause 0.6 to 1.4 times as
 * long, never under the gap. A slot that would fall into the break comes after it. `random` is in [0, 1).
 */
export function nextSlot(
  plan: DayPlan,
  facts: RhythmFacts,
  sender: { left: number; rhythm_gap_in_seconds: number },
  random: number,
): Date {
  const { now } = facts;
  const gap = Math.max(sender.rhythm_gap_in_seconds, plan.rhythm_gap_in_seconds, Math.ceil(3600 / MOST_MAILS_AN_HOUR));
  const even = evenSpacingInMs(leftOfDay(plan, facts), sender.left, gap);
  const at = now.getTime() + Math.max(gap * 1000, Math.round(even * (0.6 + 0.8 * random)));
  return skipBreak(plan, facts, at);
}

function skipBreak(plan: DayPlan, { zone, window }: RhythmFacts, at: number): Date {
  const { weekday, ms_of_day } = wallClockAt(at, zone);
  const hours = actingHours(plan, windowsOn(window, weekday));
  const [before, after] = hours;
  const isResting = hours.length > 1 && before && after && ms_of_day >= before.end && ms_of_day < after.start;
  // Moved behind the break by the same offset: nothing leaves right at its end.
  const late = isResting ? (ms_of_day - before.end) % (10 * MINUTE_IN_MS) : 0;
  return new Date(isResting ? at + after.start - ms_of_day + late : at);
}

/** Local day of a plan. */
export function planDay(zone: string, now: Date): string {
  return localDay(now, zone);
}
