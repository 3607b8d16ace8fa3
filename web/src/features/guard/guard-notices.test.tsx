// @vitest-environment happy-dom
import type { GuardState } from '@overture/contract/guard';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, refusal, show } from '../../lib/testing/show.tsx';
import { GuardNotices } from './guard-notices.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const state = (given: Partial<GuardState>): GuardState => ({
  id: 1,
  scope: 'sender',
  scope_id: 7,
  name: 'bo@bad.example',
  state: 'paused',
  reason: '3 bounces among 60 messages in 7 days',
  since: '2026-11-20T10:00:00.000Z',
  account_ids: [7],
  ...given,
});

function begin(of: Parameters<typeof GuardNotices>[0]['of'], given: GuardState[], role = 'USER', more: object = {}) {
  let states = given;
  const answers = {
    'GET /guard/': () => ({ states }),
    'POST /guard/{}/release/': () => {
      states = states.slice(1);
      return { success: true };
    },
    ...more,
  };
  return show(<GuardNotices of={of} />, answers, { role });
}

test('a paused sender shows its figures and is released with a cause', async () => {
  const { sent } = await begin('senders', [
    state({}),
    state({ id: 2, scope: 'campaign', scope_id: 5, name: 'Spring' }),
  ]);
  expect(await screen.findByText('Emails from bo@bad.example are paused')).toBeTruthy();
  expect(screen.getByText(/3 bounces among 60 messages in 7 days/)).toBeTruthy();
  expect(screen.queryByText(/Spring/)).toBeNull();
  await press('Resume sending: bo@bad.example');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Resume sending' }));
  expect(await dialog.findByText('Choose the cause.')).toBeTruthy();
  expect(sent('POST /guard/1/release/')).toEqual([]);
  fireEvent.click(dialog.getByRole('combobox', { name: 'What was the cause?' }));
  await press('The list: old or bought addresses', 'option');
  fireEvent.click(dialog.getByRole('button', { name: 'Resume sending' }));
  expect(await screen.findByText('Emails from bo@bad.example have resumed.')).toBeTruthy();
  expect(sent('POST /guard/1/release/')).toEqual([{ cause: 'list', note: null }]);
  await expect.poll(() => screen.queryByText('Emails from bo@bad.example are paused')).toBeNull();
});

test("a campaign shows its own pauses and its sender's; warnings have no release", async () => {
  const given = [
    state({ id: 1, scope: 'campaign', scope_id: 5, name: 'Spring', state: 'warned' }),
    state({ id: 2, scope: 'campaign', scope_id: 6, name: 'Autumn' }),
    state({ id: 3, scope: 'domain', scope_id: null, name: 'bad.example', account_ids: [7, 8] }),
    state({ id: 4, scope_id: 9, name: 'other@good.example', account_ids: [9] }),
  ];
  await begin({ campaign_id: 5, account_ids: [6, 8] }, given, 'RESTRICTED');
  const list = within(await screen.findByRole('list', { name: 'Bounces and complaints' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getByText('The campaign Spring has many bounces or complaints')).toBeTruthy();
  expect(list.getByText('Emails from all mailboxes at bad.example are paused')).toBeTruthy();
  expect(list.queryByRole('button')).toBeNull();
});

test('nothing while all is well; a failure says so and can be tried again', async () => {
  await begin('senders', []);
  expect(screen.queryByRole('list')).toBeNull();
  cleanup();
  let isDown = true;
  const answer = () => (isDown ? refusal(403, 'forbidden', 'No.') : { states: [state({})] });
  await begin('senders', [], 'USER', { 'GET /guard/': answer });
  expect(await screen.findByText("Couldn't check for paused emails.")).toBeTruthy();
  isDown = false;
  await press('Try again');
  expect(await screen.findByText('Emails from bo@bad.example are paused')).toBeTruthy();
});
