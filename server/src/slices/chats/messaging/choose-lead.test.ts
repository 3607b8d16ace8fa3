import { expect, test } from 'vitest';
import { chooseLead } from './receive-messaging.service.ts';

test.each([
  ['no lead has the number', [], [], null],
  ['no lead has it, another one was contacted', [], [7], null],
  ['one has it', [7], [], 7],
  ['one has it and was contacted', [7], [7], 7],
  ['several have it, one was contacted', [7, 8], [8], 8],
  ['several were contacted: the last one', [7, 8, 9], [9, 7], 9],
  ['several have it and none was contacted', [7, 8], [], null],
  ['several have it and another lead was contacted', [7, 8], [5], null],
])('%s', (_, withNumber, contacted, expected) => {
  expect(chooseLead(withNumber, contacted)).toBe(expected);
});
