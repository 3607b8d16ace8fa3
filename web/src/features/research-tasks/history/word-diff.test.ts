import { expect, test } from 'vitest';
import { diffWords } from './word-diff.ts';

const shown = (former: string, present: string) =>
  diffWords(former, present).map(({ kind, text }) => `${{ same: '=', former: '-', present: '+' }[kind]}${text}`);

test('words that are the same, gone and new', () => {
  expect(shown('What is new?', 'What is new?')).toEqual(['=What is new?']);
  expect(shown('What is new here?', 'What was new there?')).toEqual([
    '=What ',
    '-is ',
    '+was ',
    '=new ',
    '-here?',
    '+there?',
  ]);
  expect(shown('', 'New')).toEqual(['+New']);
  expect(shown('a b c', 'c')).toEqual(['-a b ', '=c']);
});

test('long texts that have little in common are shown as replaced', () => {
  const [one, other] = ['a', 'b'].map((word) => Array.from({ length: 2000 }, (_, n) => `${word}${n}`).join(' '));
  expect(diffWords(one!, other!).map(({ kind }) => kind)).toEqual(['former', 'present']);
});
