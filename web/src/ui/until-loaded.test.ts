import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilLoaded } from './until-loaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part that could not be loaded is asked for again, less and less often', async () => {
  const asked: number[] = [];
  const load = async () => {
    asked.push(Date.now() - began);
    if (asked.length < 9) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  };
  const began = Date.now();
  const part = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(250_000);
  expect(await part).toBe('part');
  expect(asked.map((ms) => ms / 1000)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
});
