// @vitest-environment happy-dom
import { chatsEndpoints } from '@overture/contract/chats';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../../lib/api/api-client.ts';
import { refusal, show } from '../../lib/testing/show.tsx';
import { ShellDialogs } from './shell-dialogs.tsx';

const refused = refusal(402, 'subscription_required', 'Your trial has ended. Please upgrade your plan to continue.');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (
  organization: { active_subscription: boolean; is_in_trial: boolean; had_subscription: boolean },
  path = '/',
) => show(<ShellDialogs user={{ organization } as never} branding={undefined} />, { 'GET /chats/': refused }, {}, path);
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Keep reading' }));
const requestMore = () => act(() => call(chatsEndpoints.listChats).catch(() => undefined));

test('after the trial the dialog can be closed, and comes back when something is refused', async () => {
  await open({ active_subscription: false, is_in_trial: false, had_subscription: false });
  expect(await screen.findByRole('dialog', { name: 'Your trial has ended' })).toBeTruthy();
  close();
  expect(screen.queryByRole('dialog')).toBeNull();
  await requestMore();
  expect(await screen.findByRole('dialog', { name: 'Your trial has ended' })).toBeTruthy();
});

test('a former subscriber reads that the subscription has ended', async () => {
  await open({ active_subscription: false, is_in_trial: false, had_subscription: true });
  expect(await screen.findByRole('dialog', { name: 'Your subscription has ended' })).toBeTruthy();
  // Nobody sells plans here: what this person cannot do is not asked of them.
  expect(screen.getByText(/when an administrator extends your plan/)).toBeTruthy();
});

test('nothing is said while a trial or a subscription runs', async () => {
  await open({ active_subscription: true, is_in_trial: false, had_subscription: true });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('nothing lies over the page that confirms a payment', async () => {
  await open({ active_subscription: false, is_in_trial: false, had_subscription: false }, '/payment-success');
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('dialog')).toBeNull();
});
