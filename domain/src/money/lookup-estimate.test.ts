import { expect, test } from 'vitest';
import { estimateLookups } from './lookup-estimate.ts';

const counts = { chosen: 412, known: 130, tried: 40, to_look_up: 242 };

test.each([
  [{ found: 65, missed: 35 }, 470, 65],
  [{ found: 13, missed: 7 }, 470, 65],
  [{ found: 12, missed: 7 }, null, null],
  [{ found: 0, missed: 20 }, 0, 0],
  [{ found: 20, missed: 0 }, 726, 100],
  [{ found: 0, missed: 0 }, null, null],
])('%o', (recent, likely_credits, found_percent) => {
  expect(estimateLookups(counts, 3, recent)).toEqual({ ...counts, most_credits: 726, likely_credits, found_percent });
});

test('a small sum is exact', () => {
  const few = { ...counts, to_look_up: 7 };
  expect(estimateLookups(few, 3, { found: 50, missed: 50 })).toMatchObject({ most_credits: 21, likely_credits: 12 });
});
