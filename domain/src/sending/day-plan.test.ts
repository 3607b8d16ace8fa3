import { describe, expect, test } from 'vitest';
import { actingHours, type DayPlan, drawDayPlan, findRhythmHold, nextSlot, targetOf } from './day-plan.ts';
import { DEFAULT_SENDING_WINDOW, windowsOn } from './sending-window.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const sender = {
  id: 7,
  natural_rhythm: true,
  email_max_messages: 40,
  send_gap_in_seconds: 60,
  rhythm_gap_in_seconds: 600,
};
const days = Array.from({ length: 10 }, (_, day) => `2026-06-${String(day + 1).padStart(2, '0')}`);
const EVERY_DAY = { ...DEFAULT_SENDING_WINDOW, days: [1, 2, 3, 4, 5, 6, 7] };
const window = { days: EVERY_DAY.days, start: '08:00', end: '18:00' };

/** Minutes of the local day at which a mailbox with plenty to do sends. */
function sendDay(plan: DayPlan, random: () => number, gap = 600): number[] {
  const midnight = Date.parse(`${plan.day}T00:00:00+02:00`);
  const target = targetOf(plan, 40);
  const sent: number[] = [];
  for (let at = midnight; sent.length < target; ) {
    const now = new Date(at);
    const hold = findRhythmHold(plan, { zone: ZONE, window, now });
    if (hold) {
      if (hold.until.getTime() >= midnight + 24 * 60 * MINUTE) break;
      at = hold.until.getTime();
      continue;
    }
    sent.push((at - midnight) / MINUTE);
    const left = target - sent.length;
    at = nextSlot(plan, { zone: ZONE, window, now }, { left, rhythm_gap_in_seconds: gap }, random()).getTime();
  }
  return sent;
}

let seed = 1;
function random(): number {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
}

describe('a day of forty mails between 8 and 18', () => {
  const plans = days.map((day) => drawDayPlan(sender, day));
  test('ten of them: spread, never close, never silent for long, at another minute each day', () => {
    const sent = plans.map((plan) => sendDay(plan, random));
    for (const [index, minutes] of sent.entries()) {
      const plan = plans[index]!;
      const gaps = minutes.slice(1).map((minute, place) => minute - minutes[place]!);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
      const outside = gaps.filter((gap) => gap < plan.break_in_s / 60);
      expect(Math.max(...outside)).toBeLessThanOrEqual(30);
      expect(minutes[0]! - 8 * 60).toBeGreaterThanOrEqual(3);
      expect(minutes[0]! - 8 * 60).toBeLessThanOrEqual(27);
      expect(minutes.at(-1)!).toBeLessThanOrEqual(18 * 60 - 4);
      expect(Math.abs(minutes[Math.floor(minutes.length / 2)]! - 13 * 60)).toBeLessThanOrEqual(45);
      expect(minutes.length).toBeGreaterThanOrEqual(32);
    }
    expect(new Set(sent.map((minutes) => Math.floor(minutes[0]!))).size).toBeGreaterThanOrEqual(5);
    expect(sent.flat().some((minute) => minute % 1 !== 0)).toBe(true);
  });
  test('the break lies around noon and is kept', () => {
    for (const plan of plans) {
      const [before, after] = actingHours(plan, windowsOn(window, 1));
      const length = (after!.start - before!.end) / MINUTE;
      expect(length).toBeGreaterThanOrEqual(30);
      expect(length).toBeLessThanOrEqual(60);
      expect(before!.end).toBeGreaterThanOrEqual(12 * 60 * MINUTE);
      expect(after!.start).toBeLessThanOrEqual(13.5 * 60 * MINUTE);
    }
  });
  test('the same day is the same plan, and another sender has another', () => {
    expect(drawDayPlan(sender, '2026-06-01')).toEqual(plans[0]);
    expect(drawDayPlan({ ...sender, id: 8 }, '2026-06-01').start_after_in_s).not.toBe(plans[0]!.start_after_in_s);
  });
  test('a shorter gap still leaves at most nine an hour', () => {
    const minutes = sendDay(plans[0]!, () => 0, 60);
    const most = Math.max(...minutes.map((from) => minutes.filter((at) => at >= from && at < from + 60).length));
    expect(most).toBeLessThanOrEqual(9);
  });
  test('a longer gap applies immediately, a shorter one from tomorrow', () => {
    const now = new Date('2026-06-01T07:00:00Z');
    const pause = (gap: number) =>
      nextSlot(plans[0]!, { zone: ZONE, window, now }, { left: 100, rhythm_gap_in_seconds: gap }, 0).getTime() -
      now.getTime();
    expect([pause(300), pause(600), pause(1800)]).toEqual([600_000, 600_000, 1_800_000]);
  });
});

test('a window too short for a rhythm is used as it is, and a short one has no break', () => {
  const plan = drawDayPlan(sender, '2026-06-01');
  const hours = (start: number, end: number) => [{ start: start * 60 * MINUTE, end: end * 60 * MINUTE }];
  expect(actingHours(plan, hours(9, 10))).toEqual(hours(9, 10));
  expect(actingHours(plan, hours(9, 13))).toHaveLength(1);
  expect(actingHours(plan, hours(14, 22))).toHaveLength(2);
  expect(actingHours(plan, [...hours(9, 11), ...hours(14, 17)])).toHaveLength(2);
  expect(actingHours(plan, [])).toEqual([]);
});

test('outside of its hours a sender waits for them, after the last until tomorrow', () => {
  const plan = drawDayPlan(sender, '2026-06-01');
  const hold = (at: string) =>
    findRhythmHold(plan, { zone: ZONE, window, now: new Date(at) })?.until.toISOString() ?? null;
  const start = new Date(Date.parse('2026-06-01T06:00:00Z') + plan.start_after_in_s * 1000).toISOString();
  expect(hold('2026-06-01T06:00:00Z')).toBe(start);
  expect(hold('2026-06-01T08:00:00Z')).toBeNull();
  expect(hold('2026-06-01T15:59:00Z')).toBe('2026-06-01T22:00:00.000Z');
});

test('where a hold says it ends, it has ended: also at parts of a millisecond', () => {
  for (let id = 1; id <= 100; id += 1) {
    const plan = drawDayPlan({ ...sender, id }, days[0]!);
    for (let minute = 0; minute < 15 * 60; minute += 13) {
      const now = new Date(Date.parse(`${days[0]}T00:00:00.123Z`) + minute * MINUTE);
      const hold = findRhythmHold(plan, { zone: ZONE, window, now });
      if (hold) expect(findRhythmHold(plan, { zone: ZONE, window, now: hold.until })).toBeNull();
    }
  }
});
