// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { passwordProblem } from './password-form.tsx';

test.each([
  ['', 'longenough', 'longenough', 'Please fill in all fields'],
  ['old', '', '', 'Please fill in all fields'],
  ['old', 'longenough', '', 'Please fill in all fields'],
  ['old', 'longenough', 'different', 'Passwords do not match'],
  ['old', 'short', 'short', 'Password must be at least 8 characters long'],
  ['old', '1234567', '1234567', 'Password must be at least 8 characters long'],
  ['old', '12345678', '12345678', undefined],
  [
    'old',
    'jansen-2026',
    'jansen-2026',
    "Choose a password that doesn't contain your name, your email address or the product name.",
  ],
])('%s / %s / %s', (current, next, again, problem) => {
  expect(passwordProblem(current, next, again, { name: 'Ada Jansen', email: 'ada@ring.example' })).toBe(problem);
});
