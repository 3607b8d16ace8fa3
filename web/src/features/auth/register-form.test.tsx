// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { RegisterForm } from './register-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const info = (has_trial: boolean, mode: string) => ({
  'GET /app/': { has_trial, sign_ups: { mode, domains: ['acme.example'] }, sign_in_with: [] },
});

test.each([
  [true, 'open', 'Get 14 days free'],
  [true, 'domains', 'Get 14 days free'],
  [true, 'closed', 'Create your account'],
  [true, 'invited', 'Create your account'],
  [false, 'open', 'Create your account'],
])('with a trial: %s, sign-ups %s: %s', async (hasTrial, mode, title) => {
  await show(<RegisterForm />, info(hasTrial, mode));
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByText(/500 leads/) !== null).toBe(title.startsWith('Get'));
});
