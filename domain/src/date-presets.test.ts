import { expect, test } from 'vitest';
import { isDateRangeValid, isGroupedByWeek, resolveDatePreset } from './date-presets.ts';

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
