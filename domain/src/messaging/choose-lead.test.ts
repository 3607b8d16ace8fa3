import { expect, test } from 'vitest';
import { chooseLead } from './choose-lead.ts';

test.each([
  ['nobody has the number', [], [], null],
  ['nobody has it, whoever was written to', [], [7], null],
  ['one has it', [7], [], 7],
  ['one has it and was written to', [7], [7], 7],
  ['several have it, one was written to', [7, 8], [8], 8],
  ['several were written to: the last one', [7, 8, 9], [9, 7], 9],
  ['several have it and nobody was written to', [7, 8], [], null],
  ['several have it and somebody else was written to', [7, 8], [5], null],
])('%s', (_, withNumber, contacted, expected) => {
  expect(chooseLead(withNumber, contacted)).toBe(expected);
});
