import { expect, test } from 'vitest';
import { runAmounts } from './run-amounts.ts';

test.each([
  [0, []],
  [3, [3]],
  [25, [25, 10]],
  [60, [60, 50, 25, 10]],
  [200, [200, 100, 50, 25, 10]],
  [1240, [1240, 200, 100, 50, 25, 10]],
])('%i leads without an answer', (unenriched, amounts) => {
  expect(runAmounts(unenriched)).toEqual(amounts);
});
