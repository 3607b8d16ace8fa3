// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, press, refusal, show } from '../../lib/testing/show.tsx';
import { EmailLinkForm } from './email-link-form.tsx';

const open = (code: string | undefined, answers?: Answers, kind: 'confirm' | 'factor' = 'confirm') =>
  show(<EmailLinkForm kind={kind} code={code} />, answers);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a link without its code offers nothing to press', async () => {
  await open(undefined);
  expect(await screen.findByText('The link is not valid anymore.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a link that is used up offers nothing more to press, a busy server does', async () => {
  const refusals = [refusal(503, 'busy', 'busy'), refusal(400, 'link_invalid', 'link_invalid')];
  await open('1234', { 'POST /auth/confirm-email/': () => refusals.shift()! });
  await press('Confirm email');
  expect(await screen.findByText('busy')).toBeTruthy();
  await press('Confirm email');
  expect(await screen.findByText('link_invalid')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('undoing a factor that was added says what was removed', async () => {
  const removed = ['the passkey "Laptop"', 'the recovery codes'];
  await open('1234', { 'POST /auth/undo-factor/': { removed } }, 'factor');
  await press('Undo it');
  expect(await screen.findByText(/Removed: the passkey "Laptop", the recovery codes\. Every device/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
