// @vitest-environment happy-dom
import type { Approval } from '@overture/contract/approvals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, press, refusal, show } from '../../lib/testing/show.tsx';
import { ApprovalsPage } from './approvals-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const approval = (changes: Partial<Approval> = {}): Approval => ({
  ...{ id: 1, kind: 'campaign_activation', state: 'waiting', campaign_id: 7, prospect_id: null },
  preview: {
    title: 'Start the campaign Buyers',
    facts: [{ label: 'Leads', value: '120' }],
    messages: [{ subject_line: 'Hello', message: 'Hello Grace' }],
  },
  ...{
    api_key: { id: 3, name: 'Claude', is_app: false },
    requested_at: '2026-11-28T10:00:00Z',
    expires_at: '2026-11-29T10:00:00Z',
  },
  ...{ decided_at: null, decided_by: null, void_reason: null },
  ...changes,
});

const begin = (approvals: Approval[], more: Answers = {}, role: 'USER' | 'RESTRICTED' = 'USER') =>
  show(
    <ApprovalsPage />,
    {
      'GET /approvals/': { approvals, total_approvals: approvals.length, waiting: 1 },
      'GET /assistants/policy/': { sending: 'approval', sends_per_day: 20, credits_per_day: 500 },
      ...more,
    },
    { role },
  );

const openPanel = async () => {
  fireEvent.click(await screen.findByText('Start the campaign Buyers'));
  return within(await screen.findByRole('dialog'));
};

test('a person sees what would happen, and approves it', async () => {
  const done = { 'POST /approvals/1/approve/': { approval: approval({ state: 'done' }) } };
  const { sent } = await begin([approval()], done);
  const panel = await openPanel();
  for (const text of ['120', 'Hello Grace', 'Key Claude']) expect(panel.getByText(text)).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Approve and send' }));
  expect(await screen.findByText('Approved. It happens now.')).toBeTruthy();
  expect(sent('POST /approvals/1/approve/')).toHaveLength(1);
});

test('an approval that became void says why', async () => {
  const reason = 'The campaign has changed since the assistant prepared this.';
  await begin([approval()], {
    'POST /approvals/1/approve/': { approval: approval({ state: 'void', void_reason: reason }) },
  });
  fireEvent.click((await openPanel()).getByRole('button', { name: 'Approve and send' }));
  expect(await screen.findByText(`Nothing was sent. ${reason}`)).toBeTruthy();
});

test('the rules ask for a confirmation where the session is old', async () => {
  const policy = { sending: 'never' as const, sends_per_day: 20, credits_per_day: 500 };
  let isConfirmed = false;
  const { sent } = await begin([], {
    'PUT /assistants/policy/': () => (isConfirmed ? policy : refusal(403, 'step_up_needed', "Confirm it's you.")),
    'GET /user/factors/': { passkeys: [], totp_confirmed_at: null },
    'GET /user/identities/': { has_password: true, identities: [] },
    'POST /user/confirm/': () => {
      isConfirmed = true;
      return { success: true };
    },
  });
  await press('Rules for assistants');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('radio', { name: 'Nothing' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  fireEvent.change(await screen.findByLabelText('Current password'), { target: { value: 'correct horse' } });
  await press('Confirm');
  expect(await screen.findByText('Rules saved.')).toBeTruthy();
  expect(sent('PUT /assistants/policy/')).toEqual([policy, policy]);
});

test('admins change the rules; others do not see the button', async () => {
  const policy = { sending: 'never' as const, sends_per_day: 20, credits_per_day: 500 };
  const { sent } = await begin([], { 'PUT /assistants/policy/': policy });
  await press('Rules for assistants');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(await dialog.findByRole('radio', { name: 'Nothing' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Rules saved.')).toBeTruthy();
  expect(sent('PUT /assistants/policy/')).toEqual([policy]);
  cleanup();
  await begin([], {}, 'RESTRICTED');
  expect(await screen.findByText('Nothing to approve')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Rules for assistants' })).toBeNull();
});
