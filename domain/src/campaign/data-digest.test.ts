import { expect, test } from 'vitest';
import { hasDataNews } from './data-digest.ts';

const on = (day: number, hour = 6) => new Date(Date.UTC(2026, 10, day, hour));

test.each([
  ['no lead waits', null, null, on(10), false],
  ['no lead waits anymore', null, on(1), on(10), false],
  ['a lead waits and no mail was sent', on(9), null, on(10), true],
  ['the same leads as yesterday', on(8), on(9), on(10), false],
  ['one more lead since yesterday', on(9, 14), on(9), on(10), true],
  ['a lead that started waiting at the instant of the last mail', on(9), on(9), on(10), true],
  ['the same leads for six days', on(2), on(3), on(9), false],
  ['the same leads for a week', on(2), on(3), on(10), true],
  ['the same leads for a week with an hour less', on(2), on(3), on(10, 5), true],
])('%s', (_, newest, notified_at, morning, expected) => {
  expect(hasDataNews(newest, notified_at, morning)).toBe(expected);
});
