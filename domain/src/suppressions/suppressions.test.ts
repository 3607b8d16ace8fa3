import { expect, test } from 'vitest';
import { canLift, keepsPersonOut, needsOwnWords, SUPPRESSION_REASONS } from './suppressions.ts';

test('who said no is lifted by their own words only', () => {
  expect(SUPPRESSION_REASONS.filter(needsOwnWords)).toEqual(['unsubscribe', 'complaint']);
});

test('an address that bounced keeps nobody out elsewhere', () => {
  expect(SUPPRESSION_REASONS.filter((reason) => !keepsPersonOut(reason))).toEqual(['hard_bounce']);
});

test('those who answer for the organisation lift', () => {
  expect((['ADMIN', 'USER', 'RESTRICTED'] as const).map((role) => canLift({ role }))).toEqual([true, true, false]);
});
