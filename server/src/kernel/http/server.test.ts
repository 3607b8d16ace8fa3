import { expect, test } from 'vitest';
import { isTooDeep } from './server.ts';

test('only what nests deeper than a hundred is too deep', () => {
  expect(isTooDeep(`${'['.repeat(100)}${']'.repeat(100)}`)).toBe(false);
  expect(isTooDeep('['.repeat(101))).toBe(true);
  expect(isTooDeep('{"a":'.repeat(101))).toBe(true);
  expect(isTooDeep(JSON.stringify(Array.from({ length: 500 }, () => [{}])))).toBe(false);
});

test('brackets in texts do not count, with any escapes', () => {
  expect(isTooDeep(JSON.stringify({ a: '['.repeat(500), b: `\\"${'{'.repeat(500)}`, c: '\\' }))).toBe(false);
  expect(isTooDeep(`{"a":"\\\\",${'['.repeat(101)}`)).toBe(true);
  expect(isTooDeep(`"never ends ${'['.repeat(500)}`)).toBe(false);
});
