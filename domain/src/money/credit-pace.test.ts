import { expect, test } from 'vitest';
import { resolveCreditPace } from './credit-pace.ts';

test.each([
  [
    { balance: 100, balance_after_grant: 100, used_in_week: 0 },
    { days_left: null, share_left: 100, is_low: false },
  ],
  [
    { balance: 21, balance_after_grant: 100, used_in_week: 7 },
    { days_left: 21, share_left: 21, is_low: false },
  ],
  [
    { balance: 20, balance_after_grant: 100, used_in_week: 7 },
    { days_left: 20, share_left: 20, is_low: true },
  ],
  [
    { balance: 500, balance_after_grant: 1000, used_in_week: 700 },
    { days_left: 5, share_left: 50, is_low: false },
  ],
  [
    { balance: 499, balance_after_grant: 1000, used_in_week: 700 },
    { days_left: 4, share_left: 50, is_low: true },
  ],
  [
    { balance: 0, balance_after_grant: 1000, used_in_week: 700 },
    { days_left: 0, share_left: 0, is_low: true },
  ],
  [
    { balance: 0, balance_after_grant: null, used_in_week: 0 },
    { days_left: null, share_left: null, is_low: false },
  ],
])('%j', (use, expected) => {
  expect(resolveCreditPace(use)).toEqual({ used_in_week: use.used_in_week, ...expected });
});
