// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, refusal, show } from '../../../lib/testing/show.tsx';
import type { ProviderReturn } from './google-sign-in.tsx';
import { LoginForm } from './login-form.tsx';

/** Answers by call. */
let answers: Answers;
/** What every form of the test asked, in order. */
let calls: Awaited<ReturnType<typeof show>>['asked'];

beforeEach(() => {
  calls = [];
  answers = {
    'GET /app/': { sign_in_with: ['google'], sign_ups: { mode: 'open', domains: [] } },
    'GET /branding/': { domain: null },
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(returned: ProviderReturn = {}): Promise<void> {
  const form = (
    <StrictMode>
      <LoginForm returned={returned} />
    </StrictMode>
  );
  calls = (await show(form, answers)).asked;
}
const bodiesOf = (name: string) => calls.filter(({ call }) => call === name).map(({ body }) => body);

test('the button needs Google to be set up and a host without its own brand', async () => {
  await open();
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy();
  cleanup();
  answers['GET /branding/'] = { domain: 'app.agency.example' };
  await open();
  expect(await screen.findByText('Forgot your password?')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Sign up here')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
});

test.each([
  [{ error: 'access_denied' }, 'You canceled signing in with Google.'],
  [{ error: 'identity_unavailable' }, "Google can't be reached right now. Try again."],
  [{ error: 'server_error' }, "Couldn't sign in with Google. Try again."],
])('%j is shown on the form', async (returned, text) => {
  await open(returned);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(bodiesOf('POST /auth/google/')).toEqual([]);
});

test("a Single Sign-On ticket is used once; the server's error is on the form", async () => {
  answers['POST /auth/sso/finish/'] = refusal(403, 'sso_no_joining', 'Ask to be invited.');
  await open({ sso: 'ticket' });
  expect(await screen.findByText('Ask to be invited.')).toBeTruthy();
  expect(bodiesOf('POST /auth/sso/finish/')).toEqual([{ ticket: 'ticket' }]);
  cleanup();
  await open({ error: 'sso_failed' });
  expect(await screen.findByText('SSO authentication failed')).toBeTruthy();
});

test('Single Sign-On asks for the work email and goes where its domain is signed in', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  const failed = refusal(400, 'sso_failed', 'SSO authentication failed');
  answers['POST /auth/sso/'] = failed;
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Single Sign-On' }));
  const proceed = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const email = await screen.findByLabelText('Work email');
  proceed();
  expect(await screen.findByText('Please enter your work email.')).toBeTruthy();
  fireEvent.change(email, { target: { value: 'Ada@Acme.Example' } });
  proceed();
  expect(await screen.findByText('SSO authentication failed')).toBeTruthy();
  answers['POST /auth/sso/'] = { data: { redirect_url: 'https://id.acme.example/in' } };
  proceed();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.acme.example/in'));
  expect(bodiesOf('POST /auth/sso/')).toEqual(Array(2).fill({ organization_domain: 'acme.example' }));
  answers['GET /branding/'] = { domain: 'app.agency.example' };
  cleanup();
  await open();
  expect(await screen.findByText('Forgot your password?')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Single Sign-On' })).toBeNull());
});

test('what came back is used once, with the referral that was remembered; a refusal leaves the form', async () => {
  localStorage.setItem('referral_code', '"friend"');
  answers['POST /auth/google/'] = refusal(403, 'identity_unverified', 'Verify it there first.');
  await open({ code: 'c', state: 's' });
  expect(await screen.findByText('Verify it there first.')).toBeTruthy();
  expect(bodiesOf('POST /auth/google/')).toEqual([
    { code: 'c', state: 's', referral_code: 'friend', time_zone: expect.any(String) },
  ]);
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy();
  localStorage.clear();
});

test('an invited address chooses what to join; nothing is preselected', async () => {
  const invitations = [{ id: 7, organization_name: 'Acme', invited_by: 'Gus' }];
  const choice = { ticket: 'ticket', email: 'ada@acme.example', invitations, may_found: true };
  answers['POST /auth/google/'] = { data: null, created: false, choice };
  answers['POST /auth/google/join/'] = refusal(400, 'sign_in_expired', 'Expired.');
  await open({ code: 'c', state: 's' });
  expect(await screen.findByText(/ada@acme.example has been invited/)).toBeTruthy();
  const proceed = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  proceed();
  expect(await screen.findByText('Please choose one.')).toBeTruthy();
  expect(bodiesOf('POST /auth/google/join/')).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: 'Join Acme' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Start your own organization' }));
  proceed();
  expect(await screen.findByText('Expired.')).toBeTruthy();
  expect(bodiesOf('POST /auth/google/join/')).toEqual([
    { ticket: 'ticket', invitation_id: null, time_zone: expect.any(String) },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
});

test('an existing account asks for its password, and restarts after a timeout', async () => {
  answers['POST /auth/google/'] = { data: null, created: false, link: { ticket: 'ticket', email: 'ada@acme.example' } };
  answers['POST /auth/link/'] = refusal(400, 'sign_in_expired', 'This sign-in expired.');
  await open({ code: 'c', state: 's' });
  expect(await screen.findByText(/already an account for ada@acme.example/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret phrase' } });
  fireEvent.click(screen.getByRole('button', { name: 'Link and log in' }));
  expect(await screen.findByText('This sign-in expired.')).toBeTruthy();
  expect(bodiesOf('POST /auth/link/')).toEqual([{ ticket: 'ticket', password: 'secret phrase' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
});
