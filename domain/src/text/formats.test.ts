import { describe, expect, test } from 'vitest';
import { formatDay, formatMoment, formatRelative } from '../time/time-format.ts';
import { barPercent, formatBytes, formatCount, formatFullCount, formatPercent, percentOf } from './number-format.ts';
import {
  findEmailChangeProblem,
  findNameChangeProblem,
  findPasswordChangeProblem,
  findReferralCodeProblem,
  findSignUpPasswordProblem,
} from './validation-texts.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1K'],
  [1249, '1.2K'],
  [12_499, '12K'],
  [999_999, '999K'],
  [1_500_000, '1.5M'],
  [225_000_000, '225M'],
  [2_000_000_000, '2B'],
  [-1500, '-1.5K'],
  [Number.NaN, '-'],
])('%d is %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test('other numbers', () => {
  expect(formatFullCount(1_240_000)).toBe('1,240,000');
  expect([percentOf(1, 3), percentOf(5, 0)].map(formatPercent)).toEqual(['33.3%', '0%']);
  expect([-1, 40, 120].map(barPercent)).toEqual([0, 40, 100]);
  expect([312, 4300, 10 * 1024 * 1024].map(formatBytes)).toEqual(['312 B', '4.2 KB', '10 MB']);
});

test('times', () => {
  const instant = new Date('2026-03-02T08:05:00Z');
  expect(formatMoment(instant, 'Europe/Amsterdam')).toBe('02 Mar 09:05');
  expect(formatMoment('2026-03-02T08:05:00Z', 'America/New_York')).toBe('02 Mar 03:05');
  expect([formatMoment(null, 'UTC'), formatMoment('nonsense', 'UTC')]).toEqual(['No date', 'No date']);
  expect(formatDay(instant, 'UTC')).toBe('02 Mar 2026');
  const at = (ms: number) => formatRelative(new Date(instant.getTime() + ms), instant);
  expect([0, 60_000, -7_200_000, 259_200_000].map(at)).toEqual(['now', 'in 1 minute', '2 hours ago', 'in 3 days']);
  expect(formatRelative(null, instant)).toBe('Cancelled');
});

describe('form checks (core-platform 5)', () => {
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
