// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { Devices } from './devices.tsx';
import { FactorSections } from './factor-sections.tsx';
import { RequirementSwitch } from './requirement-switch.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const session = {
  id: 1,
  device: 'Chrome on Windows',
  place: 'Netherlands',
  ip: '203.0.113.1',
  method: 'password',
  has_second_factor: true,
  is_current: true,
  acted_by: null,
  created_at: '2026-11-28T09:00:00.000Z',
  last_seen_at: '2026-11-28T10:00:00.000Z',
};
const factors = { totp_confirmed_at: null, recovery_codes_left: 0, passkeys: [], passkey_host: 'localhost' };

test('a change long after sign-in asks for confirmation, then continues', async () => {
  const asked = refusal(403, 'step_up_needed', "Please confirm it's you first.");
  const wrong = refusal(400, 'wrong_password', 'The current password is not correct.');
  let isProven = false;
  const { sent } = await show(<FactorSections />, {
    'GET /user/factors/': factors,
    'GET /user/identities/': { has_password: true, identities: [] },
    'POST /user/factors/totp/': () => (isProven ? { secret: 'A'.repeat(32), qr_svg: '<svg/>' } : asked),
    'POST /user/confirm/': ({ body }) => {
      isProven = (body as { password: string }).password === 'the right one';
      return isProven ? { success: true } : wrong;
    },
  });
  await press('Set up');
  expect(await screen.findByText("Confirm it's you")).toBeTruthy();
  const password = await screen.findByLabelText<HTMLInputElement>('Current password');
  fill(password, 'wrong password');
  fireEvent.submit(password.form as HTMLFormElement);
  expect(await screen.findByText('The current password is not correct.')).toBeTruthy();
  expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull();
  fill(password, 'the right one');
  fireEvent.submit(password.form as HTMLFormElement);
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeTruthy();
  expect(sent('POST /user/factors/totp/')).toHaveLength(2);
});

test('who has no password signs in with their provider once more, and comes back to the same page', async () => {
  const assign = vi.fn();
  const { origin } = window.location;
  vi.stubGlobal('location', { ...window.location, origin, assign, pathname: '/settings/account', search: '' });
  await show(<FactorSections />, {
    'GET /user/factors/': factors,
    'GET /user/identities/': { has_password: false, identities: [{ id: 1, provider: 'google', email: 'a@x.example' }] },
    'POST /user/factors/totp/': refusal(403, 'step_up_needed', "Please confirm it's you first."),
  });
  await press('Set up');
  await press('Continue with Google');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  expect(assign).toHaveBeenCalledWith(expect.stringContaining('/auth/google/start/'));
  expect(sessionStorage.getItem('return-path')).toBe('/settings/account');
  sessionStorage.clear();
});

test('members who sign in with their organization may do that instead of typing a password of before', async () => {
  const assign = vi.fn();
  const { origin } = window.location;
  vi.stubGlobal('location', { ...window.location, origin, assign, pathname: '/settings/account', search: '' });
  const { sent } = await show(<FactorSections />, {
    'GET /user/factors/': factors,
    'GET /user/identities/': { has_password: true, identities: [{ id: 1, provider: 'sso', email: 'a@acme.example' }] },
    'POST /user/factors/totp/': refusal(403, 'step_up_needed', "Please confirm it's you first."),
    'POST /auth/sso/': { data: { redirect_url: 'https://id.example/start' } },
  });
  await press('Set up');
  expect(await screen.findByLabelText('Current password')).toBeTruthy();
  // The other method is below this button, not between it and its field.
  const buttons = screen.getAllByRole('button').map((button) => button.textContent);
  expect(buttons.indexOf('Continue with Single Sign-On')).toBeGreaterThan(buttons.indexOf('Confirm'));
  await press('Continue with Single Sign-On');
  expect(sent('POST /auth/sso/')).toEqual([{ organization_domain: 'acme.example' }]);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example/start'));
  sessionStorage.clear();
});

test('who has no password but an app shows its code', async () => {
  const { sent } = await show(<FactorSections />, {
    'GET /user/factors/': { ...factors, totp_confirmed_at: '2026-11-20T10:00:00.000Z' },
    'GET /user/identities/': { has_password: false, identities: [] },
    'POST /user/factors/recovery-codes/': refusal(403, 'step_up_needed', "Please confirm it's you first."),
    'POST /user/confirm/': { success: true },
  });
  await press('Generate new codes');
  const code = await screen.findByLabelText<HTMLInputElement>('Code from the app');
  fill(code, '123456');
  fireEvent.submit(code.form as HTMLFormElement);
  await waitFor(() => expect(sent('POST /user/confirm/')).toEqual([{ method: 'totp', code: '123456' }]));
});

test('people with an app show its code beside the password; a password alone is not offered', async () => {
  const { sent } = await show(<Devices />, {
    'GET /user/sessions/': { sessions: [session, { ...session, id: 2, is_current: false, acted_by: 'Acme Agency' }] },
    'GET /user/factors/': { ...factors, totp_confirmed_at: '2026-11-20T10:00:00.000Z' },
    'GET /user/identities/': { has_password: true, identities: [] },
    'DELETE /user/sessions/2/': refusal(403, 'step_up_needed', "Please confirm it's you first."),
    'POST /user/confirm/': { success: true },
  });
  expect(await screen.findByText('Acme Agency is signed in as you')).toBeTruthy();
  await press('Sign out Acme Agency');
  const password = await screen.findByLabelText<HTMLInputElement>('Current password');
  fill(password, 'the right one');
  fireEvent.submit(password.form as HTMLFormElement);
  fill(screen.getByLabelText('Code from the app'), '123456');
  fireEvent.submit(password.form as HTMLFormElement);
  const proof = { method: 'totp', code: '123456', password: 'the right one' };
  await waitFor(() => expect(sent('POST /user/confirm/')).toEqual([proof]));
  await waitFor(() => expect(sent('DELETE /user/sessions/2/')).toHaveLength(2));
});

test('devices that cannot be read say so and ask again', async () => {
  await show(<Devices />, { 'GET /user/sessions/': refusal(500, 'internal', 'It broke.') });
  expect(await screen.findByText("Couldn't load your devices.")).toBeTruthy();
  expect(screen.getByRole('button', { name: /Try again|Retry/ })).toBeTruthy();
});

test('the organization may require a second factor', async () => {
  let is_required = false;
  await show(<RequirementSwitch />, {
    'GET /organization/second-factor/': () => ({
      is_required,
      grace_in_days: 7,
      people_without: 1,
      required_by_installation: 'off',
    }),
    'PUT /organization/second-factor/': ({ body }) => {
      is_required = (body as { is_required: boolean }).is_required;
      return { success: true };
    },
  });
  const isOn = () => screen.getByRole<HTMLInputElement>('switch', { name: /Require a second factor/ }).checked;
  await press(/Require a second factor/, 'switch');
  await waitFor(() => expect(isOn()).toBe(true));
});
