import { describe, expect, test } from 'vitest';
import type { Variant } from '../flow/flow.ts';
import { DEFAULT_WINNER_RULE, describeVerdict, judgeVariants, type VariantDay } from './variant-winner.ts';

/** Numbers from 0 to 1 from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function sendDays(random: () => number, rates: Partial<Record<Variant, number>>, length: number, each: number) {
  return Array.from({ length }, (): VariantDay => {
    const counts = Object.entries(rates).map(([variant, rate]) => {
      let hits = 0;
      for (let index = 0; index < each; index += 1) if (random() < rate) hits += 1;
      return [variant, { sent: each, hits }];
    });
    return Object.fromEntries(counts);
  });
}

/** Share of tests that name a winner at any of the daily looks, and of those that name `best`. */
function simulate(rates: Partial<Record<Variant, number>>, runs: number, length: number, best: Variant = 'a') {
  const variants = Object.keys(rates) as Variant[];
  const random = seeded(7);
  let [won, right] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    // The verdict holds the largest evidence of all days, so one look at the end is a look on every day.
    const days = sendDays(random, rates, length, Math.round(50 / variants.length));
    const verdict = judgeVariants(days, variants, variants, { ...DEFAULT_WINNER_RULE, minimum_sent: 50 });
    if (verdict.state !== 'won') continue;
    won += 1;
    if (verdict.best === best) right += 1;
  }
  return { won: won / runs, right: right / runs };
}

describe('a winner', () => {
  test.each([
    [{ a: 0.02, b: 0.02 }, 80],
    [{ a: 0.1, b: 0.1 }, 80],
    [{ a: 0.4, b: 0.4 }, 40],
    [{ a: 0.03, b: 0.03, c: 0.03, d: 0.03 }, 120],
  ] as const)('of equal texts %j is named in no more tests than the stated 5 %%', (rates, length) => {
    expect(simulate(rates, 300, length).won).toBeLessThanOrEqual(0.05);
  });

  test('is not the worse text, at unequal shares either', () => {
    const random = seeded(11);
    let wrong = 0;
    for (let run = 0; run < 400; run += 1) {
      const days = sendDays(random, { a: 0.05 }, 60, 5).map((day, index) => ({
        ...day,
        ...sendDays(random, { b: 0.06 }, 1, index % 3 === 0 ? 0 : 40)[0],
      }));
      const verdict = judgeVariants(days, ['a', 'b'], ['a', 'b'], { ...DEFAULT_WINNER_RULE, minimum_sent: 50 });
      if (verdict.state === 'won' && verdict.best === 'a') wrong += 1;
    }
    expect(wrong / 400).toBeLessThanOrEqual(0.025);
  });

  test('is found where there is one', () => {
    const clear = simulate({ a: 0.06, b: 0.02 }, 300, 80);
    expect(clear.won).toBeGreaterThan(0.9);
    expect(clear.right).toBe(clear.won);
    expect(simulate({ a: 0.03, b: 0.01, c: 0.01 }, 300, 120).won).toBeGreaterThan(0.5);
  });
});

/** The price that decision 0427 names: 50 messages a day for 80 days. */
test.each([
  [{ a: 0.02, b: 0.01 }, 0.47],
  [{ a: 0.03, b: 0.02 }, 0.26],
  [{ a: 0.06, b: 0.03 }, 0.97],
  [{ a: 0.02, b: 0.02 }, 0.025],
] as const)(
  'of %j a winner is named in as many tests as the decision says, and hardly ever the wrong one',
  (rates, share) => {
    const { won, right } = simulate(rates, 1000, 80);
    expect(Math.abs(won - share)).toBeLessThanOrEqual(0.03);
    if (rates.a > rates.b) expect(won - right).toBeLessThanOrEqual(0.012);
  },
);

describe('a verdict in words', () => {
  const day = (a: [number, number], b: [number, number]): VariantDay => ({
    a: { hits: a[0], sent: a[1] },
    b: { hits: b[0], sent: b[1] },
  });
  const judge = (days: VariantDay[], confidence = 95) => {
    const rule = { ...DEFAULT_WINNER_RULE, confidence, minimum_sent: 100 };
    const verdict = judgeVariants(days, ['a', 'b'], ['a', 'b'], rule);
    return { ...verdict, words: describeVerdict(verdict, rule, ['a', 'b']) };
  };

  test('waits for the minimum of each variant', () => {
    expect(judge([day([30, 99], [1, 200])])).toMatchObject({
      state: 'too_early',
      words: 'Too early to say: 99 of 100 messages per variant count so far.',
    });
    expect(judge([])).toMatchObject({ state: 'too_early', chance_of_error: 1 });
  });

  test('names figures and the chance of error', () => {
    const ten = Array.from({ length: 10 }, () => day([4, 20], [1, 20]));
    expect(judge(ten)).toMatchObject({ state: 'won', best: 'a', second: 'b' });
    expect(judge(ten).words).toMatch(/^Variant A wins: 40 of 200 against 10 of 200 replied; \d+ % chance of error\.$/);
    const close = Array.from({ length: 10 }, () => day([3, 20], [2, 20]));
    expect(judge(close).words).toMatch(/^(Variant A is ahead|No difference to see yet): 30 of 200 against 20 of 200/);
    const same = Array.from({ length: 10 }, () => day([2, 20], [2, 20]));
    expect(judge(same).words).toBe('No difference to see yet: 20 of 200 against 20 of 200 replied.');
  });

  test('say that more waiting brings nothing only where the interval shows it', () => {
    const days = (hits: [number, number], count: number) =>
      Array.from({ length: count }, () => day([hits[0], 500], [hits[1], 500]));
    expect(judge(days([10, 10], 14)).words).toBe(
      'No difference worth waiting for: 140 of 7000 against 140 of 7000 replied.',
    );
    expect(judge(days([11, 10], 40)).words).toMatch(/^No difference worth waiting for: 440 of 20000 against 400/);
    // The same rates, and too few messages.
    expect(judge(days([10, 10], 4)).words).toBe('No difference to see yet: 40 of 2000 against 40 of 2000 replied.');
    // Without any reply, 300 messages say little.
    expect(judge([day([0, 300], [0, 300])]).words).toMatch(/^No difference to see yet/);
    expect(judge(days([13, 10], 14)).words).not.toMatch(/worth waiting/);
    // Four times as many, though both are rare.
    expect(judge([day([16, 4000], [4, 4000])]).words).not.toMatch(/worth waiting/);
    expect(judge([day([0, 9000], [0, 9000])]).words).toMatch(/^No difference to see yet/);
  });

  test('never call a variant ahead that has fallen behind', () => {
    const early = Array.from({ length: 10 }, () => day([5, 10], [0, 10]));
    const late = Array.from({ length: 10 }, () => day([0, 10], [6, 10]));
    expect(judge([...early, ...late])).toMatchObject({ state: 'undecided', best: 'b', second: 'a' });
    expect(judge([...early, ...late]).words).toMatch(/60 of 200 against 50 of 200/);
  });

  test('a stopped variant needs no beating, and stays a chance to be wrong', () => {
    const days = Array.from({ length: 10 }, () => ({ ...day([4, 20], [1, 20]), c: { sent: 20, hits: 9 } }));
    const rule = { ...DEFAULT_WINNER_RULE, minimum_sent: 100 };
    const three = judgeVariants(days, ['a', 'b', 'c'], ['a', 'b'], rule);
    expect(three.chance_of_error).toBeCloseTo(judge(days).chance_of_error * 1.5);
    expect(judgeVariants(days, ['a', 'b', 'c'], ['a', 'b', 'c'], rule).best).toBe('c');
  });
});
