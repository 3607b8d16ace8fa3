import { expect, test } from 'vitest';
import { changeWords } from './change-words.ts';

test('changes in words', () => {
  expect(changeWords({ kind: 'delay', type: 'EMAIL', from_hours: 96, to_hours: 48 })).toBe(
    'Email: 4 days becomes 2 days',
  );
  expect(changeWords({ kind: 'delay', type: 'EMAIL' })).toBe('Email: new delay');
  expect(changeWords({ kind: 'added_at_end', type: 'CALL_PROSPECT' })).toBe('Call Prospect: added at the end');
});
