// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { VerifyEmailForm } from './verify-email-form.tsx';

const slow = /email is slow right now/;
const resend = 'POST /auth/resend-code/';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (isSlow: boolean, answer: object) =>
  show(<VerifyEmailForm email="vera@acme.example" again={false} slow={isSlow} />, { [resend]: answer });

test('a sign-up whose code could not be mailed yet says so, until a new code left', async () => {
  await open(true, { success: true, mail_is_slow: false });
  await screen.findByText(slow);
  expect(screen.queryByText(/^We sent/)).toBeNull();
  await press('Send a new code');
  await screen.findByText('A new code is on its way.');
  expect(screen.queryByText(slow)).toBeNull();
});

test('asking again too often says it too', async () => {
  await open(false, { success: true, mail_is_slow: true });
  await press('Send a new code');
  await screen.findByText(slow);
});

test('a wrong code is named once, at its field', async () => {
  const said = 'This code is wrong or has expired.';
  const refused = refusal(400, 'code_invalid', said, { code: said });
  await show(<VerifyEmailForm email="vera@acme.example" again={false} slow={false} />, {
    'POST /auth/verify-email/': refused,
  });
  fill(screen.getByLabelText('Verification code'), '12345678');
  await press('Verify');
  expect(await screen.findAllByText(said)).toHaveLength(1);
});
