import { expect, test } from 'vitest';
import { decideAlerts, describeAlert, resolveCreditPace } from './credit-pace.ts';

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

const now = new Date('2026-11-30T08:00:00Z');
const earlier = new Date('2026-11-20T08:00:00Z');

test.each([
  // Before: share, days. Left: percent, days. Then: due alerts, and what stays reported.
  [null, null, 21, 5, [], null, null],
  [null, null, 20, 5, ['share'], now, null],
  [null, null, 20, 4, ['share', 'days'], now, now],
  [earlier, null, 12, 4, ['days'], earlier, now],
  [earlier, earlier, 8, 2, [], earlier, earlier],
  // At the edge it stays reported, above it the next crossing is news.
  [earlier, earlier, 24, 6, [], earlier, earlier],
  [earlier, earlier, 26, 7, [], null, null],
  [earlier, earlier, null, null, [], null, null],
])(
  'after %s and %s, %s percent and %s days left are reported as %j',
  (low_share_at, low_days_at, share_left, days_left, is_new, share, days) => {
    const alerts = decideAlerts({ low_share_at, low_days_at }, { share_left, days_left }, now);
    expect(alerts).toEqual({ low_share_at: share, low_days_at: days, is_new });
  },
);

test('an alert names the reasons that hold', () => {
  const pace = { used_in_week: 0, days_left: null, share_left: 18, is_low: true };
  expect(describeAlert(18, pace)).toEqual({
    subject: '18 credits are left, 18% of the last top-up',
    paragraphs: [
      '18 credits are left, 18% of what was there after the last top-up.',
      'Work that needs more credits than are left does not start. Nothing that is running is lost.',
    ],
  });
  expect(describeAlert(1200, { ...pace, used_in_week: 3000, days_left: 1 }).subject).toBe(
    'Your credits last 1 day at this pace',
  );
});
