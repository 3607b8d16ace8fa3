import { expect, test } from 'vitest';
import { instantOfWall } from './local-time.ts';

test.each([
  ['2026-11-30T09:00', 'Europe/Berlin', '2026-11-30T08:00:00.000Z'],
  ['2026-07-01T09:00:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-11-30T09:00', 'Asia/Kathmandu', '2026-11-30T03:15:00.000Z'],
  // Twice: the first. Skipped: as much later.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
])('%s in %s is %s', (wall, zone, instant) => {
  expect(instantOfWall(wall, zone)?.toISOString()).toBe(instant);
});

test('what is no time is none', () => {
  expect([instantOfWall('', 'UTC'), instantOfWall('2026-13-01T00:00', 'UTC')]).toEqual([null, null]);
});
