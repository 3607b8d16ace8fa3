import { describe, expect, test } from 'vitest';
import {
  findEmailChangeProblem,
  findNameChangeProblem,
  findPasswordChangeProblem,
  findReferralCodeProblem,
  findSignUpPasswordProblem,
} from './validation-texts.ts';

describe('form checks', () => {
  test('passwords', () => {
    expect(findSignUpPasswordProblem('1234567')).toBe('Password must be at least 8 characters');
    expect(findSignUpPasswordProblem('12345678')).toBeNull();
    expect(findSignUpPasswordProblem('x'.repeat(257))).toMatch(/at most 256/);
    const change = (new_password: string, repeated_password: string, current_password = 'old') =>
      findPasswordChangeProblem({ current_password, new_password, repeated_password });
    expect(change('', 'x')).toBe('Please fill in all fields');
    expect(change('12345678', '12345679')).toBe('Passwords do not match');
    expect(change('1234567', '1234567')).toBe('Password must be at least 8 characters long');
    expect(change('12345678', '12345678')).toBeNull();
    expect(change('12345678', '12345678', '')).toBe('Please fill in all fields');
  });
  test('email and name', () => {
    expect(findEmailChangeProblem({ current_password: 'x', new_email: ' ' })).toBe('Please fill in all fields');
    expect(findEmailChangeProblem({ current_password: 'x', new_email: 'a@b' })).toBe(
      'Please enter a valid email address',
    );
    expect(findNameChangeProblem({ current_password: 'x', new_name: ' A ' })).toBe(
      'Name must be at least 2 characters long',
    );
    expect(findNameChangeProblem({ current_password: 'x', new_name: 'Al' })).toBeNull();
  });
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
