import { expect, test } from 'vitest';
import { exportAfter, exportedDays, nextExport } from './scheduled-exports.ts';

const BERLIN = 'Europe/Berlin';

test.each([
  // Wednesday, 25 November 2026.
  ['day', 8, '2026-11-25T06:59:59Z', '2026-11-25T07:00:00.000Z'],
  ['day', 8, '2026-11-25T07:00:00Z', '2026-11-26T07:00:00.000Z'],
  ['week', 8, '2026-11-25T07:00:00Z', '2026-11-30T07:00:00.000Z'],
  ['month', 0, '2026-11-25T07:00:00Z', '2026-11-30T23:00:00.000Z'],
  // The night of 28 March 2027 has no 02:00.
  ['day', 2, '2027-03-27T12:00:00Z', '2027-03-28T01:00:00.000Z'],
  // That of 31 October 2027 has it twice.
  ['day', 2, '2027-10-30T12:00:00Z', '2027-10-31T00:00:00.000Z'],
  ['day', 2, '2027-10-31T00:30:00Z', '2027-11-01T01:00:00.000Z'],
] as const)('each %s at %i o’clock, after %s it is due at %s', (every, hour, now, due) => {
  expect(nextExport(new Date(now), { every, hour }, BERLIN).toISOString()).toBe(due);
});

test.each([
  ['day', 6, '2026-11-25T05:00:00Z', '2026-11-26T05:00:00.000Z'],
  // Late, before the hour of the next one.
  ['day', 6, '2026-11-25T03:00:00Z', '2026-11-26T05:00:00.000Z'],
  ['week', 8, '2026-11-30T02:00:00Z', '2026-12-07T07:00:00.000Z'],
  ['week', 8, '2026-12-02T02:00:00Z', '2026-12-07T07:00:00.000Z'],
] as const)('each %s at %i o’clock, made at %s it comes again at %s', (every, hour, made, due) => {
  expect(exportAfter(new Date(made), { every, hour }, BERLIN).toISOString()).toBe(due);
});

test.each([
  ['day', '2026-11-30T07:00:00Z', '2026-11-29', '2026-11-29'],
  ['week', '2026-11-30T07:00:00Z', '2026-11-23', '2026-11-29'],
  ['month', '2026-12-01T07:00:00Z', '2026-11-01', '2026-11-30'],
  // Late, because the program did not run.
  ['week', '2026-12-03T07:00:00Z', '2026-11-23', '2026-11-29'],
  ['week', '2026-12-06T07:00:00Z', '2026-11-23', '2026-11-29'],
  ['month', '2027-03-04T07:00:00Z', '2027-02-01', '2027-02-28'],
] as const)('an export each %s that is made at %s shows %s to %s', (every, now, start_date, end_date) => {
  expect(exportedDays(new Date(now), every, BERLIN)).toEqual({ start_date, end_date });
});
