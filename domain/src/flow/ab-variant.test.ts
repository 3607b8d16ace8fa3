import { describe, expect, test } from 'vitest';
import { assignVariant, contentOf, drawVariant, evenShares, listVariants, sharesOf } from './ab-variant.ts';
import type { MoreVariant, VariantRules } from './flow.ts';

const more = (variant: MoreVariant['variant'], message = variant.toUpperCase()): MoreVariant => ({
  variant,
  message,
  subject_line: null,
  placeholder_message: null,
});
const three = { message: 'A', subject_line: 'SA', message_b: 'B', more_variants: [more('c')] };
const draw = (rules: VariantRules | null, step: object = three, count = 1000, node = 5) => {
  const drawn = Array.from({ length: count }, (_, id) => drawVariant({ ...step, variant_rules: rules }, id, node));
  const counts: Record<string, number> = {};
  for (const variant of drawn) counts[variant] = (counts[variant] ?? 0) + 1;
  return { drawn, counts };
};

describe('a variant', () => {
  test('of two without shares is drawn as before', () => {
    const { drawn } = draw(null, { message: 'A', message_b: 'B' });
    expect(drawn).toEqual(Array.from({ length: 1000 }, (_, id) => assignVariant(id, 5)));
  });

  test.each([
    [null, { a: 340, b: 330, c: 330 }],
    [{ shares: { a: 70, b: 20, c: 10 } }, { a: 700, b: 200, c: 100 }],
    [{ shares: { a: 0, b: 1, c: 99 } }, { b: 10, c: 990 }],
    [{ stopped: ['b'] }, { a: 500, c: 500 }],
    [
      { shares: { a: 90, c: 10 }, stopped: ['b'] },
      { a: 900, c: 100 },
    ],
    // Shares of other variants than those that run are no shares.
    [{ shares: { a: 90, b: 10 } }, { a: 340, b: 330, c: 330 }],
    // Nothing is left without a text.
    [{ stopped: ['a', 'b', 'c'] }, { a: 340, b: 330, c: 330 }],
  ] as [VariantRules | null, object][])('by %j is drawn %j times in a thousand', (rules, counts) => {
    expect(draw(rules).counts).toEqual(counts);
  });

  test('is the same again, and independent of that of another step', () => {
    const rules = { shares: { a: 50, b: 30, c: 20 } };
    const [one, again, other] = [draw(rules).drawn, draw(rules).drawn, draw(rules, three, 1000, 6).drawn];
    expect(one).toEqual(again);
    const together = one.filter((variant, index) => variant === other[index]).length / 1000;
    // 0.25 + 0.09 + 0.04
    expect(together).toBeGreaterThan(0.3);
    expect(together).toBeLessThan(0.46);
  });

  test('whose share grows takes leads from others, and loses none', () => {
    const before = draw({ shares: { a: 50, b: 50, c: 0 } }).drawn;
    const after = draw({ shares: { a: 80, b: 20, c: 0 } }).drawn;
    expect(before.every((variant, index) => variant !== 'a' || after[index] === 'a')).toBe(true);
  });

  test('has its own words, and the subject of A without one', () => {
    expect(listVariants(three)).toEqual(['a', 'b', 'c']);
    expect(listVariants({ ...three, more_variants: [more('c', ' '), more('d')] })).toEqual(['a', 'b', 'd']);
    expect(contentOf(three, 'c')).toMatchObject({ message: 'C', subject_line: 'SA', placeholder_message: null });
    expect(contentOf({ ...three, message_b: ' ' }, 'c').message).toBe('A');
    expect(contentOf(three, 'f').message).toBe('A');
  });
});

test('even shares are 100 together', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
  for (let count = 1; count <= 6; count += 1) {
    const shares = Object.values(evenShares(all.slice(0, count)));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  }
  expect(sharesOf(['a', 'b'], { stopped: ['b'] })).toEqual({ a: 100, b: 0 });
});
