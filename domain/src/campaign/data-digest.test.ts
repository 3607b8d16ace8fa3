import { expect, test } from 'vitest';
import { hasDataNews } from './data-digest.ts';

const on = (day: number, hour = 6) => new Date(Date.UTC(2026, 10, day, hour));

test.each([
  ['nobody waits', null, null, on(10), false],
  ['nobody waits any more', null, on(1), on(10), false],
  ['somebody waits and nobody was told', on(9), null, on(10), true],
  ['the same people as yesterday', on(8), on(9), on(10), false],
  ['somebody more since yesterday', on(9, 14), on(9), on(10), true],
  ['somebody who came at the very morning of the last mail, which told of those before', on(9), on(9), on(10), true],
  ['the same people for six days', on(2), on(3), on(9), false],
  ['the same people for a week', on(2), on(3), on(10), true],
  ['the same people for a week with an hour less', on(2), on(3), on(10, 5), true],
])('%s', (_, newest, told, morning, expected) => {
  expect(hasDataNews(newest, told, morning)).toBe(expected);
});
