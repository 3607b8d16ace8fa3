import { expect, test } from 'vitest';
import { isCircular } from './past-mails.ts';

const headers = (given: Record<string, string>) =>
  new Map(Object.entries(given).map(([name, value]) => [name, [value]]));

test.each([
  [{}, false],
  [{ subject: 'Hello', 'x-auto-response-suppress': 'All' }, false],
  [{ precedence: 'first-class' }, false],
  [{ precedence: ' Bulk ' }, true],
  [{ 'list-id': '<news.example>' }, true],
  [{ 'list-unsubscribe': '<https://x.example/>' }, true],
  [{ 'feedback-id': 'a:b:c' }, true],
])('%j was written to many: %s', (given, expected) => {
  expect(isCircular(headers(given))).toBe(expected);
});
