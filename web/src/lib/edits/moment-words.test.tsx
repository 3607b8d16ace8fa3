// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { momentWords } from './use-edit-conflict.tsx';

test('a change of today is named by its time, any other with its date', () => {
  const now = new Date(2026, 2, 12, 18, 0);
  expect(momentWords(new Date(2026, 2, 12, 14, 5).toISOString(), now)).toBe('at 14:05');
  expect(momentWords(new Date(2026, 2, 11, 23, 59).toISOString(), now)).toBe('on 11 Mar 2026 at 23:59');
  // A clock before ours is no reason for a bare weekday.
  expect(momentWords(new Date(2026, 2, 15, 9, 0).toISOString(), now)).toBe('on 15 Mar 2026 at 09:00');
});
