// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { LoginForm } from './login-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answers = { 'GET /branding/': {}, 'GET /app/': {} };

test.each([
  ['a session that ended elsewhere is named', true, /^Your session has ended/],
  ['a visitor is welcomed', undefined, 'Welcome back.'],
] as const)('%s', async (_, ended, words) => {
  await show(<LoginForm returned={{ ended } as never} />, answers);
  expect(await screen.findByText(words)).toBeTruthy();
});
