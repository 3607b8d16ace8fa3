import { expect, test } from 'vitest';
import {
  canLift,
  isLiftable,
  isReasonFor,
  keepsPersonOut,
  needsOwnWords,
  SUPPRESSION_KINDS,
  SUPPRESSION_REASONS,
} from './suppressions.ts';

test('who said no is lifted by their own words only', () => {
  expect(SUPPRESSION_REASONS.filter(needsOwnWords)).toEqual(['unsubscribe', 'complaint']);
});

test('a bounced or abandoned address suppresses the person nowhere else', () => {
  expect(SUPPRESSION_REASONS.filter((reason) => !keepsPersonOut(reason))).toEqual(['hard_bounce', 'left']);
});

test('who was erased is never lifted', () => {
  expect(SUPPRESSION_REASONS.filter((reason) => !isLiftable(reason))).toEqual(['erased']);
});

test('only an address bounces', () => {
  expect(SUPPRESSION_KINDS.filter((kind) => isReasonFor('hard_bounce', kind))).toEqual(['address']);
  expect(SUPPRESSION_KINDS.filter((kind) => isReasonFor('erased', kind))).toEqual([...SUPPRESSION_KINDS]);
});

test('those who answer for the organization lift', () => {
  expect((['ADMIN', 'USER', 'RESTRICTED'] as const).map((role) => canLift({ role }))).toEqual([true, true, false]);
});
