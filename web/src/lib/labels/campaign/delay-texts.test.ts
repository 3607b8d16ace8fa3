import { expect, test } from 'vitest';
import { describeDelay } from './delay-texts.ts';

test('a delay is named in days where it is whole days', () => {
  expect([0, 1, 24, 36, 72].map(describeDelay)).toEqual(['Immediately', '1 hour', '1 day', '36 hours', '3 days']);
});
