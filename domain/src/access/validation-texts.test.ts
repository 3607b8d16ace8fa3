import { describe, expect, test } from 'vitest';
import { findReferralCodeProblem } from './validation-texts.ts';

describe('form checks', () => {
  test.each([
    [' ', 'Referral code cannot be empty.'],
    ['ab', 'Referral code must be at least 3 characters long.'],
    ['a'.repeat(33), 'Referral code must be 32 characters or less.'],
    ['a b c', 'Referral code can only contain letters, numbers, hyphens, and underscores.'],
    ['über', 'Referral code can only contain letters, numbers, hyphens, and underscores.'],
    ['Ab-1_2', null],
  ])('referral code %j', (code, text) => {
    expect(findReferralCodeProblem(code)).toBe(text);
  });
});
