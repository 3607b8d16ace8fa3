import { expect, test } from 'vitest';
import { findTimedRefusal, findTimeProblem, TIMED_TRIES, timedPauseInSeconds } from './timed-publishing.ts';

const now = new Date('2026-11-27T10:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test.each([
  ['an hour ago', -60, 'past'],
  ['in half a minute', 0.5, 'past'],
  ['in a minute', 1, null],
  ['in sixty days', 60 * 1440, null],
  ['in sixty-one days', 61 * 1440, 'far'],
  ['at no time', Number.NaN, 'past'],
])('a time %s', (_, minutes, problem) => {
  expect(findTimeProblem(after(minutes), now)).toBe(problem);
});

test.each([
  ['as it was seen', 5, 5, 0, 1, null],
  ['edited meanwhile', 5, 6, 0, 1, 'edited'],
  ['a day late', 5, 5, -1440, 1, null],
  ['later than that, since nothing ran', 5, 5, -1441, 1, 'late'],
  ['later than that, though it was tried', 5, 5, -1441, 2, 'failed'],
  ['tried as often as may be', 5, 5, -60, TIMED_TRIES, null],
  ['tried more often, by workers that died', 5, 5, -60, TIMED_TRIES + 1, 'failed'],
])('a copy %s', (_, publish_version, edit_version, minutes, publish_tries, refusal) => {
  const copy = { publish_version, edit_version, publish_at: after(minutes), publish_tries };
  expect(findTimedRefusal(copy, now)).toBe(refusal);
});

test('tries are separated by growing pauses, about an hour in all', () => {
  const pauses = Array.from({ length: TIMED_TRIES - 1 }, (_, tries) => timedPauseInSeconds(tries + 1));
  expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1800]);
  expect(timedPauseInSeconds(1000)).toBe(1800);
});
