import { expect, test } from 'vitest';
import { findTimedRefusal, findTimeProblem } from './timed-publishing.ts';

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
  ['as it was seen', 5, 5, 0, null],
  ['edited meanwhile', 5, 6, 0, 'edited'],
  ['a day late', 5, 5, -1440, null],
  ['later than that, since nothing ran', 5, 5, -1441, 'late'],
])('a copy %s', (_, publish_version, edit_version, minutes, refusal) => {
  expect(findTimedRefusal({ publish_version, edit_version, publish_at: after(minutes) }, now)).toBe(refusal);
});
