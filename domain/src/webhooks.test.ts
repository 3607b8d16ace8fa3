import { expect, test } from 'vitest';
import { planRetry, restAfterFailures, WEBHOOK_PAUSES_IN_MS } from './webhooks.ts';

test('ten tries in 75 hours, each pause within a tenth of its time', () => {
  expect(WEBHOOK_PAUSES_IN_MS.reduce((sum, pause) => sum + pause, 0) / 3_600_000).toBeCloseTo(75.6, 0);
  WEBHOOK_PAUSES_IN_MS.forEach((pause, index) => {
    expect(planRetry(index + 1, null, 0)).toBe(pause * 0.9);
    expect(planRetry(index + 1, null, 0.999)).toBeLessThan(pause * 1.1);
  });
  expect(planRetry(10, null, 0.5)).toBeNull();
});

test('a receiver can ask for a later try, of a day at most', () => {
  expect(planRetry(1, 60_000, 0.5)).toBe(60_000);
  expect(planRetry(2, 1000, 0.5)).toBe(300_000);
  expect(planRetry(1, 1e12, 0.5)).toBe(86_400_000);
});

test.each([
  [1, 0],
  [2, 5000],
  [3, 10_000],
  [50, 300_000],
])('after %i failures an endpoint rests for %i ms', (failures, rest) => expect(restAfterFailures(failures)).toBe(rest));
