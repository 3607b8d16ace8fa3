import { expect, test } from 'vitest';
import { followCells } from './run-progress.ts';

test('a run counts down, and says its rate after a second', () => {
  const first = followCells(undefined, 100, 0);
  expect(first).toEqual({ loading: 100, total: 100, since: 0, rate: 0 });
  const soon = followCells(first, 90, 500);
  expect(soon).toMatchObject({ loading: 90, total: 100, rate: 0 });
  expect(followCells(soon, 40, 2000)).toMatchObject({ loading: 40, total: 100, rate: 30 });
});

test('cells started later extend it', () => {
  const run = followCells(followCells(undefined, 10, 0), 4, 100);
  expect(followCells(run, 29, 200)).toMatchObject({ loading: 29, total: 35 });
});
