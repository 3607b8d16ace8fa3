import { expect, test } from 'vitest';
import { countActive, defaultFilters, isApplicable, wireFilters } from './filter-state.ts';

const today = '2026-11-21';
const usual = defaultFilters(today);

test('the page opens with the last seven days and nothing else', () => {
  expect(countActive(usual)).toBe(0);
  expect(wireFilters(usual, today, 'Asia/Tokyo')).toEqual({
    fromDate: '2026-11-15',
    toDate: '2026-11-21',
    timeZone: 'Asia/Tokyo',
  });
});

test('filters count by kind, and a custom range goes out as its days', () => {
  const custom = { start_date: '2026-01-01', end_date: '2026-02-01' };
  const filters = { ...usual, actions: ['EMAIL', 'INMAIL'] as const, senders: [3], preset: 'custom' as const, custom };
  expect(countActive(filters)).toBe(3);
  expect(wireFilters(filters, today, 'UTC')).toEqual({
    fromDate: '2026-01-01',
    toDate: '2026-02-01',
    timeZone: 'UTC',
    actionType: ['EMAIL', 'INMAIL'],
    accountId: [3],
  });
  expect(isApplicable(filters)).toBe(true);
  expect(isApplicable({ ...filters, custom: { start_date: '2026-02-01', end_date: '2026-01-01' } })).toBe(false);
  expect(isApplicable({ ...filters, custom: { start_date: '', end_date: '' } })).toBe(false);
});
