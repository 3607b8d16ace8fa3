// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { outputText } from './result-value.tsx';

test.each([
  ['a year is not grouped', 1985, 'NUMBER', '1985'],
  ['a large number is', 1234567.5, 'NUMBER', '1,234,567.5'],
  ['truth is Yes or No', 'true', 'BOOLEAN', 'Yes'],
  ['false is an answer', false, 'BOOLEAN', 'No'],
  ['what is neither stays as it is', 'maybe', 'BOOLEAN', 'maybe'],
  ['a score says out of how many', 4, 'SCORE', '4 of 5'],
  ['nothing is nothing', null, 'SHORT_TEXT', ''],
] as const)('%s', (_, output, output_type, text) => {
  expect(outputText(output, { output_type })).toBe(text);
});
