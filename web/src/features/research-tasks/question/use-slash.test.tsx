// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { findSlash, insertName, removeName } from './use-slash.ts';

test('a slash at the beginning of a word looks for a column', () => {
  expect(findSlash('/', 1)).toEqual({ start: 0, typed: '' });
  expect(findSlash('Does /recent n', 14)).toEqual({ start: 5, typed: 'recent n' });
  expect(findSlash('Does /recent', 7)).toEqual({ start: 5, typed: 'r' });
  expect(findSlash('and/or', 6)).toBeNull();
  expect(findSlash('price / year', 12)).toBeNull();
});

test('a name is written apart from words, and taken out with its space', () => {
  expect(insertName('Does /ne fit?', 'research.news', 5, 8)).toEqual({
    text: 'Does {{research.news}} fit?',
    caret: 22,
  });
  expect(insertName('Does', 'industry', 4, 4)).toEqual({ text: 'Does {{industry}} ', caret: 18 });
  expect(removeName('Does {{ research.news }} fit {{research.news}}?', 'research.news')).toBe('Does fit?');
});
