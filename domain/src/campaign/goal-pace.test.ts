import { describe, expect, test } from 'vitest';
import { periodBefore, periodOf, resolvePace } from './goal-pace.ts';
import type { GoalPeriod } from './goals.ts';

const BERLIN = 'Europe/Berlin';

test.each([
  ['week', '2026-11-29', '2026-11-23', '2026-11-29', '2026-11-16'],
  ['week', '2026-11-30', '2026-11-30', '2026-12-06', '2026-11-23'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-03', '2026-12-21'],
  ['month', '2026-11-30', '2026-11-01', '2026-11-30', '2026-10-01'],
  ['month', '2028-02-29', '2028-02-01', '2028-02-29', '2028-01-01'],
  ['month', '2026-12-31', '2026-12-01', '2026-12-31', '2026-11-01'],
] as [GoalPeriod, string, string, string, string][])(
  'the %s of %s begins on %s and ends on %s',
  (period, day, start_date, end_date, before) => {
    const range = periodOf(day, period);
    expect(range).toEqual({ start_date, end_date });
    expect(periodBefore(range, period).start_date).toBe(before);
  },
);

/** A week of 40 in Berlin on a day. */
function paceOn(today: string, done: number, done_before_today = done, target = 40, zone = BERLIN) {
  const range = periodOf(today, 'week');
  return resolvePace({ target, period: 'week', range, today, zone, done, done_before_today });
}

describe('a week of 40', () => {
  test('is behind when the finished working days asked for more', () => {
    // Thursday: three of five days are over.
    expect(paceOn('2026-11-26', 18, 15)).toEqual({
      state: 'behind',
      working_days: 5,
      working_days_over: 3,
      due: 24,
      forecast: 25,
      pace: '18 of 40, 6 behind pace',
      forecast_words: 'About 25 by the end of the week: 5 per working day in 3 days, 2 days left.',
    });
  });
  test('is on pace between what yesterday and today ask for, and ahead beyond', () => {
    expect(paceOn('2026-11-26', 24).pace).toBe('24 of 40, on pace');
    expect(paceOn('2026-11-26', 32).pace).toBe('32 of 40, on pace');
    expect(paceOn('2026-11-26', 35).pace).toBe('35 of 40, 3 ahead of pace');
    expect(paceOn('2026-11-26', 43)).toMatchObject({ state: 'reached', pace: '43 of 40, reached' });
  });
  test('has no forecast before its first working day is over', () => {
    expect(paceOn('2026-11-23', 4, 0)).toMatchObject({
      state: 'on_pace',
      due: 0,
      forecast: null,
      forecast_words: 'The forecast begins after the first working day.',
    });
  });
  test('counts working days, not calendar days', () => {
    // On Sunday all five are over: the forecast is what there is.
    expect(paceOn('2026-11-29', 30)).toMatchObject({
      working_days_over: 5,
      forecast: 30,
      pace: '30 of 40, 10 behind pace',
      forecast_words: 'No working days are left. The week ends at about 30.',
    });
    // Christmas is on Friday 25 December 2026.
    expect(paceOn('2026-12-24', 30)).toMatchObject({ working_days: 4, working_days_over: 3, due: 30 });
  });
  test('with no result yet is forecast as none', () => {
    expect(paceOn('2026-11-25', 0)).toMatchObject({
      forecast: 0,
      pace: '0 of 40, 16 behind pace',
      forecast_words: 'About 0 by the end of the week: 0 per working day in 2 days, 3 days left.',
    });
  });
  test('is never forecast below what is there', () => {
    expect(paceOn('2026-11-24', 39, 1).forecast).toBe(39);
  });
});

test('a month in progress follows its working days', () => {
  const range = periodOf('2026-11-17', 'month');
  const progress = { target: 210, period: 'month', today: '2026-11-17', zone: 'UTC' } as const;
  // 21 working days, 11 of them before the 17th.
  expect(resolvePace({ ...progress, range, done: 100, done_before_today: 99 })).toMatchObject({
    working_days: 21,
    working_days_over: 11,
    due: 110,
    forecast: 189,
    pace: '100 of 210, 10 behind pace',
  });
});
