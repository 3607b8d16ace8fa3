import { expect, test } from 'vitest';
import { findSalesTalk, placeSalesTalk } from './sales-talk.ts';

test('advertising words are found as whole words, also with signs between them', () => {
  const text = 'Act, now! Our winners say: guaranteed. ACT NOW';
  expect(placeSalesTalk(text).map(({ words, start, end }) => [words, text.slice(start, end)])).toEqual([
    ['act now', 'Act, now'],
    ['act now', 'ACT NOW'],
    ['guaranteed', 'guaranteed'],
  ]);
  expect(findSalesTalk(text)).toEqual(['act now', 'guaranteed']);
  expect(placeSalesTalk('A contract nowhere')).toEqual([]);
  expect(findSalesTalk('Nur für kurze Zeit: 100% free')).toEqual(['100% free', 'nur für kurze zeit']);
});

test('a long text is searched in one pass', () => {
  const text = 'act '.repeat(50_000);
  const began = performance.now();
  expect(placeSalesTalk(text)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(2000);
});
