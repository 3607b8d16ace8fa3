import { expect, test } from 'vitest';
import { NOTICE_TRIES, noticePauseInMinutes } from './notice-tries.ts';

test('a mail server is waited for with growing pauses, for most of a day in all', () => {
  const pauses = Array.from({ length: NOTICE_TRIES - 1 }, (_, tries) => noticePauseInMinutes(tries + 1));
  expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8]);
  expect(Math.max(...pauses)).toBe(360);
  const hours = pauses.reduce((sum, minutes) => sum + minutes, 0) / 60;
  expect(hours).toBeGreaterThan(12);
  expect(hours).toBeLessThan(24);
});
