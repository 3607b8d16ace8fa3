import { expect, test } from 'vitest';
import { morningOf, thisMorning } from './mornings.ts';

test.each([
  ['2026-11-27', 'UTC', '2026-11-27T06:00:00.000Z'],
  ['2026-11-27', 'Pacific/Auckland', '2026-11-26T17:00:00.000Z'],
  ['2026-11-27', 'America/Los_Angeles', '2026-11-27T14:00:00.000Z'],
  // Days of 23 and of 25 hours.
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T04:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T05:00:00.000Z'],
])('the morning of %s in %s begins at %s', (day, zone, expected) => {
  expect(morningOf(day, zone).toISOString()).toBe(expected);
});

test.each([
  ['2026-11-27T05:59:59Z', 'UTC', null],
  ['2026-11-27T06:00:00Z', 'UTC', '2026-11-27'],
  ['2026-11-27T23:59:59Z', 'UTC', '2026-11-27'],
  ['2026-11-27T17:00:00Z', 'Pacific/Auckland', '2026-11-28'],
  ['2026-11-27T16:59:59Z', 'Pacific/Auckland', null],
])('at %s in %s it is the morning of %s', (now, zone, day) => {
  expect(thisMorning(new Date(now), zone)?.day ?? null).toBe(day);
});
