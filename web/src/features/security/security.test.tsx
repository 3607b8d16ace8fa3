// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { FactorSections } from './factor-sections.tsx';
import { RequirementSwitch } from './requirement-switch.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const factors = { totp_confirmed_at: null, recovery_codes_left: 0, passkeys: [], passkey_host: 'localhost' };

test('a change long after signing in asks for a proof, and goes on by itself once it is given', async () => {
  const asked = refusal(403, 'step_up_needed', "Please confirm it's you first.");
  const wrong = refusal(400, 'wrong_password', 'The current password is not correct.');
  let isProven = false;
  const { sent } = await show(<FactorSections />, {
    'GET /user/factors/': factors,
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
