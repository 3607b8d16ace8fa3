// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProviderReturn } from './google-sign-in.tsx';
import { LoginForm } from './login-form.tsx';

interface Call {
  path: string;
  body: unknown;
}
let calls: Call[];
/** Answers by path; what is not named fails as nothing does on the real server. */
let answers: Record<string, { status: number; body: unknown }>;

beforeEach(() => {
  calls = [];
  answers = {
    '/api/v1/app/': { status: 200, body: { sign_in_with: ['google'], sign_ups: { mode: 'open', domains: [] } } },
    '/api/v1/branding/': { status: 200, body: { domain: null } },
  };
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = String(url).split('?')[0] ?? '';
    calls.push({ path, body: init?.body ? JSON.parse(String(init.body)) : null });
    const answer = answers[path] ?? { status: 500, body: { error: path, code: 'internal' } };
    return Response.json(answer.body, { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(returned: ProviderReturn = {}) {
  const routeTree = createRootRoute({ component: () => <LoginForm returned={returned} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <StrictMode>
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
const callsTo = (path: string) => calls.filter((call) => call.path === path);

test('the button needs Google to be set up and a host without its own brand', async () => {
  open();
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy();
  cleanup();
  answers['/api/v1/branding/'] = { status: 200, body: { domain: 'app.agency.example' } };
  open();
  expect(await screen.findByText('Forgot your password?')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Sign up here')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
});

test.each([
  [{ error: 'access_denied' }, 'You canceled signing in with Google.'],
  [{ error: 'identity_unavailable' }, "Google can't be reached right now. Try again."],
  [{ error: 'server_error' }, "Couldn't sign in with Google. Try again."],
])('%j is shown on the form', async (returned, text) => {
  open(returned);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(callsTo('/api/v1/auth/google/')).toEqual([]);
});

test("a Single Sign-On ticket is used once; the server's error is on the form", async () => {
  answers['/api/v1/auth/sso/finish/'] = { status: 403, body: { error: 'Ask to be invited.', code: 'sso_no_joining' } };
  open({ sso: 'ticket' });
  expect(await screen.findByText('Ask to be invited.')).toBeTruthy();
  expect(callsTo('/api/v1/auth/sso/finish/').map(({ body }) => body)).toEqual([{ ticket: 'ticket' }]);
  cleanup();
  open({ error: 'sso_failed' });
  expect(await screen.findByText('SSO authentication failed')).toBeTruthy();
});

test('Single Sign-On asks for the work email and goes where its domain is signed in', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  const failed = { status: 400, body: { error: 'SSO authentication failed', code: 'sso_failed' } };
  answers['/api/v1/auth/sso/'] = failed;
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Single Sign-On' }));
  const proceed = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const email = await screen.findByLabelText('Work email');
  proceed();
  expect(await screen.findByText('Please enter your work email.')).toBeTruthy();
  fireEvent.change(email, { target: { value: 'Ada@Acme.Example' } });
  proceed();
  expect(await screen.findByText('SSO authentication failed')).toBeTruthy();
  answers['/api/v1/auth/sso/'] = { status: 200, body: { data: { redirect_url: 'https://id.acme.example/in' } } };
  proceed();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.acme.example/in'));
  expect(callsTo('/api/v1/auth/sso/').map(({ body }) => body)).toEqual(
    Array(2).fill({ organization_domain: 'acme.example' }),
  );
  answers['/api/v1/branding/'] = { status: 200, body: { domain: 'app.agency.example' } };
  cleanup();
  open();
  expect(await screen.findByText('Forgot your password?')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Single Sign-On' })).toBeNull());
});

test('what came back is used once, with the referral that was remembered; a refusal leaves the form', async () => {
  localStorage.setItem('referral_code', '"friend"');
  answers['/api/v1/auth/google/'] = {
    status: 403,
    body: { error: 'Verify it there first.', code: 'identity_unverified' },
  };
  open({ code: 'c', state: 's' });
  expect(await screen.findByText('Verify it there first.')).toBeTruthy();
  expect(callsTo('/api/v1/auth/google/').map(({ body }) => body)).toEqual([
    { code: 'c', state: 's', referral_code: 'friend' },
  ]);
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
  localStorage.clear();
});

test('an invited address chooses what to join; nothing is preselected', async () => {
  const invitations = [{ id: 7, organization_name: 'Acme', invited_by: 'Gus' }];
  const choice = { ticket: 'ticket', email: 'ada@acme.example', invitations, may_found: true };
  answers['/api/v1/auth/google/'] = { status: 200, body: { data: null, created: false, choice } };
  answers['/api/v1/auth/google/join/'] = { status: 400, body: { error: 'Expired.', code: 'sign_in_expired' } };
  open({ code: 'c', state: 's' });
  expect(await screen.findByText(/ada@acme.example has been invited/)).toBeTruthy();
  const proceed = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  proceed();
  expect(await screen.findByText('Please choose one.')).toBeTruthy();
  expect(callsTo('/api/v1/auth/google/join/')).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: 'Join Acme' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Start your own organization' }));
  proceed();
  expect(await screen.findByText('Expired.')).toBeTruthy();
  expect(callsTo('/api/v1/auth/google/join/').map(({ body }) => body)).toEqual([
    { ticket: 'ticket', invitation_id: null },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
});

test('an existing account asks for its password, and restarts after a timeout', async () => {
  answers['/api/v1/auth/google/'] = {
    status: 200,
    body: { data: null, created: false, link: { ticket: 'ticket', email: 'ada@acme.example' } },
  };
  answers['/api/v1/auth/link/'] = { status: 400, body: { error: 'This sign-in expired.', code: 'sign_in_expired' } };
  open({ code: 'c', state: 's' });
  expect(await screen.findByText(/already an account for ada@acme.example/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret phrase' } });
  fireEvent.click(screen.getByRole('button', { name: 'Link and log in' }));
  expect(await screen.findByText('This sign-in expired.')).toBeTruthy();
  expect(callsTo('/api/v1/auth/link/').map(({ body }) => body)).toEqual([
    { ticket: 'ticket', password: 'secret phrase' },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
});
