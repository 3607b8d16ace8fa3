import { describe, expect, test } from 'vitest';
import {
  chanceOfFewer,
  describeShare,
  findFall,
  isFallOver,
  nextLookInMinutes,
  type PlacementGroup,
} from './placement.ts';

const group = (given: Partial<PlacementGroup>): PlacementGroup => ({
  ...{ account_id: 1, text: 'a', provider_group: 'google', before: { inbox: 0, counted: 0 } },
  now: { inbox: 0, counted: 0 },
  ...given,
});
const share = (inbox: number, counted: number) => ({ inbox, counted });

/** A reproducible stream of numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('share in the inbox', () => {
  test('is said with its interval from five copies on', () => {
    expect(describeShare(share(14, 20))).toBe('14 of 20 in the inbox; between 48 and 85 %');
    expect(describeShare(share(5, 5))).toBe('5 of 5 in the inbox; between 57 and 100 %');
    expect(describeShare(share(3, 4))).toBe('3 of 4 in the inbox');
    expect(describeShare(share(0, 0))).toBe('0 of 0 in the inbox');
  });

  test('looks end after half a day', () => {
    const waits = [0, 1, 2, 3, 4, 5].map(nextLookInMinutes);
    expect(waits.reduce((sum: number, wait) => sum + (wait ?? 0), 0)).toBe(720);
    expect(nextLookInMinutes(6)).toBeNull();
  });

  test('the exact test agrees with known values', () => {
    // The tea tasting of Fisher: one right of four against three of four.
    expect(chanceOfFewer(share(3, 4), share(1, 4))).toBeCloseTo(0.2429, 4);
    expect(chanceOfFewer(share(90, 100), share(90, 100))).toBeGreaterThan(0.5);
    expect(chanceOfFewer(share(1800, 2000), share(0, 50))).toBeLessThan(1e-30);
  });
});

describe('a fall', () => {
  test('needs enough copies, a large difference, and a past', () => {
    expect(findFall([group({ before: share(90, 100), now: share(2, 9) })])).toBeNull();
    expect(findFall([group({ before: share(18, 19), now: share(2, 20) })])).toBeNull();
    expect(findFall([group({ before: share(4900, 5000), now: share(920, 1000) })])).toBeNull();
    expect(findFall([])).toBeNull();
    expect(findFall([group({ before: share(90, 100), now: share(10, 30) })])).toMatchObject({
      likely: { cause: 'all' },
      there: null,
    });
  });

  test('names the sender that differs from all others', () => {
    const groups = [1, 2, 3].map((account_id) =>
      group({ account_id, before: share(90, 100), now: account_id === 2 ? share(2, 15) : share(14, 15) }),
    );
    expect(findFall(groups)).toMatchObject({ likely: { cause: 'sender', account_id: 2 }, there: share(2, 15) });
  });

  test('names a new text, which has no past of its own', () => {
    const groups = [1, 2].flatMap((account_id) => [
      group({ account_id, text: 'old', before: share(90, 100), now: share(9, 10) }),
      group({ account_id, text: 'new', now: share(1, 10) }),
    ]);
    expect(findFall(groups)).toMatchObject({ likely: { cause: 'text', text: 'new' } });
  });

  test('names the provider that began to filter', () => {
    const groups = (['google', 'microsoft'] as const).flatMap((provider_group) =>
      [1, 2].map((account_id) =>
        group({
          ...{ account_id, provider_group, before: share(45, 50) },
          now: provider_group === 'microsoft' ? share(1, 10) : share(9, 10),
        }),
      ),
    );
    expect(findFall(groups)).toMatchObject({ likely: { cause: 'provider', provider_group: 'microsoft' } });
  });

  test('is over when the inbox is nearly as full as before', () => {
    expect(isFallOver(share(90, 100), share(27, 30))).toBe(true);
    expect(isFallOver(share(90, 100), share(20, 30))).toBe(false);
    expect(isFallOver(share(90, 100), share(3, 3))).toBe(false);
  });
});

test('a fall from 90 to 70 % is found within a day, and a steady share rarely is one', () => {
  const random = seeded(40);
  const days = 14;
  const a_day = 72;
  const drawn = (rate: number, count: number) => Array.from({ length: count }, () => random() < rate);
  const shareIn = (hits: readonly boolean[]) => share(hits.filter(Boolean).length, hits.length);
  /** True when one of the hourly looks of the day after finds a fall. */
  const isFound = (rate: number): boolean => {
    const copies = [...drawn(0.9, days * a_day), ...drawn(rate, a_day)];
    return Array.from({ length: 24 }, (_, hour) => hour + 1).some((hour) => {
      const end = days * a_day + (hour * a_day) / 24;
      const before = shareIn(copies.slice(Math.max(0, end - (days + 1) * a_day), end - a_day));
      return findFall([group({ before, now: shareIn(copies.slice(end - a_day, end)) })]) !== null;
    });
  };
  const times = 400;
  const count = (rate: number) => Array.from({ length: times }, () => isFound(rate)).filter(Boolean).length / times;
  expect(count(0.7)).toBeGreaterThan(0.9);
  expect(count(0.9)).toBeLessThan(0.05);
});
