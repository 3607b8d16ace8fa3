import { expect, test } from 'vitest';
import { recordServerTime } from './api/server-clock.ts';
import {
  formatAgo,
  formatBytes,
  formatDate,
  formatDateTime,
  formatListTime,
  formatPercent,
  formatShortNumber,
  formatUntil,
} from './format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1K'],
  [1240, '1.2K'],
  [12_480, '12.5K'],
  [99_949, '99.9K'],
  [99_951, '100K'],
  [999_499, '999K'],
  [999_500, '1M'],
  [1_000_000, '1M'],
  [3_400_000, '3.4M'],
  [225_000_000, '225M'],
  [-1240, '-1.2K'],
])('%d is shown as %s', (value, text) => {
  expect(formatShortNumber(value)).toBe(text);
});

test('times read DD MMM HH:mm in the zone they belong to', () => {
  const instant = '2026-09-06T22:05:00Z';
  expect(formatDateTime(instant, 'UTC')).toBe('06 Sep 22:05');
  expect(formatDateTime(instant, 'Europe/Amsterdam')).toBe('07 Sep 00:05');
  expect(formatDateTime(instant, 'America/New_York')).toBe('06 Sep 18:05');
  expect(formatDate(instant, 'Asia/Tokyo')).toBe('07 Sep 2026');
});

test('midnight is 00, not 24', () => {
  expect(formatDateTime('2026-01-31T00:00:00Z', 'UTC')).toBe('31 Jan 00:00');
});

test('a past moment is never shown as a future one, nor a planned one as past', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatAgo('2026-11-19T12:00:00Z', now)).toBe('2 days ago');
  expect(formatAgo('2026-11-21T11:59:40Z', now)).toBe('now');
  expect(formatAgo('2026-11-28T12:00:00Z', now)).toBe('now');
  expect(formatUntil('2026-11-21T15:00:00Z', now)).toBe('in 3 hr.');
  expect(formatUntil('2026-11-20T15:00:00Z', now)).toBe('now');
});

test('a past moment is counted by the clock of the installation', () => {
  recordServerTime(new Date(Date.now() + 8 * 86_400_000).toUTCString());
  expect(formatAgo(new Date(Date.now() + 8 * 86_400_000).toISOString())).toBe('now');
  expect(formatAgo(new Date().toISOString())).toBe('last wk.');
  recordServerTime(new Date().toUTCString());
});

test('a list shows the hour today, the day this week, the date before that', () => {
  const now = new Date(2026, 10, 21, 18, 0);
  expect(formatListTime(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('09:05');
  expect(formatListTime(new Date(2026, 10, 18, 9, 5).toISOString(), now)).toBe('Wed');
  expect(formatListTime(new Date(2026, 2, 12, 9, 5).toISOString(), now)).toBe('12 Mar');
});

test('shares and sizes', () => {
  expect([formatPercent(8.25), formatPercent(64.4), formatPercent(0)]).toEqual(['8.3%', '64%', '0%']);
  const sizes = [900, 2048, 10 * 1024 * 1024, 72.5 * 1024 ** 3];
  expect(sizes.map(formatBytes)).toEqual(['900 B', '2 KB', '10 MB', '72.5 GB']);
});
