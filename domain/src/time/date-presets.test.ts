import { expect, test } from 'vitest';
import {
  countDays,
  isDateRangeValid,
  isGroupedByWeek,
  OPEN_RANGE,
  resolveDatePreset,
  shiftDay,
  splitMonths,
} from './date-presets.ts';

test.each([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['7_days', '2026-03-01', '2026-02-23', '2026-03-01'],
  ['30_days', '2028-03-01', '2028-02-01', '2028-03-01'],
  ['90_days', '2026-01-15', '2025-10-18', '2026-01-15'],
  ['1_year', '2026-12-31', '2026-01-01', '2026-12-31'],
] as const)('%s seen from %s', (preset, today, start_date, end_date) => {
  expect(resolveDatePreset(preset, today)).toEqual({ start_date, end_date });
});

test('custom has no range of its own', () => {
  expect(resolveDatePreset('custom', '2026-03-01')).toBeNull();
});

test.each([
  ['2026-01-01', '2026-01-01', true],
  ['2026-01-02', '2026-01-01', false],
  ['2026-02-30', '2026-03-01', false],
  ['01-01-2026', '2026-03-01', false],
  ["2026-01-01'; --", '2026-03-01', false],
])('range %s to %s: %s', (start_date, end_date, isValid) => {
  expect(isDateRangeValid({ start_date, end_date })).toBe(isValid);
});

test('weeks above ten days', () => {
  expect(isGroupedByWeek({ start_date: '2026-01-01', end_date: '2026-01-10' })).toBe(false);
  expect(isGroupedByWeek({ start_date: '2026-01-01', end_date: '2026-01-11' })).toBe(true);
});

test('sums of a range are read by the month, by the day at its edges; short ones by the day alone', () => {
  const short = { start_date: '2026-01-01', end_date: '2026-03-03' };
  expect(splitMonths(short)).toEqual({ months: null, days: [short] });
  expect(splitMonths({ start_date: '2026-01-01', end_date: '2026-03-31' })).toEqual({
    months: { start_date: '2026-01-01', end_date: '2026-03-01' },
    days: [],
  });
  expect(splitMonths({ start_date: '2025-12-31', end_date: '2026-03-30' })).toEqual({
    months: { start_date: '2026-01-01', end_date: '2026-02-01' },
    days: [
      { start_date: '2025-12-31', end_date: '2025-12-31' },
      { start_date: '2026-03-01', end_date: '2026-03-30' },
    ],
  });
  expect(splitMonths(OPEN_RANGE)).toEqual({ months: { start_date: '0001-01-01', end_date: '9998-12-01' }, days: [] });
});

test('months and edges hold every day of a range once', () => {
  for (let place = 0; place < 800; place += 1) {
    const start_date = shiftDay('2023-11-05', place);
    const end_date = shiftDay(start_date, (place * 37) % 500);
    const { months, days } = splitMonths({ start_date, end_date });
    const held = days.map((edge) => ({ first: edge.start_date, last: edge.end_date }));
    if (months) {
      expect(months.start_date <= months.end_date).toBe(true);
      const last = shiftDay(`${shiftDay(months.end_date, 31).slice(0, 7)}-01`, -1);
      held.push({ first: months.start_date, last });
    }
    held.sort((a, b) => (a.first < b.first ? -1 : 1));
    expect(held[0]?.first).toBe(start_date);
    expect(held.at(-1)?.last).toBe(end_date);
    for (const [n, span] of held.slice(1).entries()) expect(span.first).toBe(shiftDay(held[n]!.last, 1));
    expect(held.reduce((sum, { first, last }) => sum + countDays({ start_date: first, end_date: last }), 0)).toBe(
      countDays({ start_date, end_date }),
    );
  }
});
