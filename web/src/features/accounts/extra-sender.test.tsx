// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, refusal, show } from '../../lib/testing/show.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import type { SlotSummary } from './sender-slots.ts';

const allowed = { allowed: true } as const;
const full: SlotSummary = {
  used: 2,
  limit: 2,
  isTrial: false,
  decision: allowed,
  linkedin: allowed,
  extras: ['email', 'linkedin'],
  warnings: [],
};
const subscription = {
  data: { status: 'active', extra_linkedin_accounts: 1, extra_email_accounts: 2, extra_credits: 250 },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (answers: object, slots = full) =>
  show(<ConnectDialog opened onClose={() => undefined} slots={slots} accounts={[]} />, {
    'GET /payment/subscription/': subscription,
    'POST /email/connect/': { url: 'about:blank#mailbox' },
    ...answers,
  } as never);

test('a mailbox beyond the plan is added to the plan first, with its price, and then connected', async () => {
  const { sent } = await open({ 'PUT /payment/subscription/': subscription });
  await press('Connect Email');
  await screen.findByText(/One more is 15 EUR a month, prorated today\./);
  expect(sent('POST /email/connect/')).toEqual([]);
  await press('Add and connect');
  await expect.poll(() => sent('POST /email/connect/')).toHaveLength(1);
  expect(sent('PUT /payment/subscription/')).toEqual([
    { extra_linkedin_accounts: 1, extra_email_accounts: 3, extra_credits: 250 },
  ]);
});

test('a LinkedIn account costs its own price; what is not paid for is not connected', async () => {
  const { sent } = await open({ 'PUT /payment/subscription/': refusal(503, 'payments_unavailable', 'No answer.') });
  fireEvent.click(await screen.findByRole('checkbox', { name: /^I understand the risk/ }));
  await press('Connect LinkedIn account');
  await screen.findByText(/29 EUR a month/);
  await press('Add and connect');
  await screen.findByText('No answer.');
  expect(sent('POST /email/connect/')).toEqual([]);
});

test('within the plan nothing is asked', async () => {
  const { sent } = await open({}, { ...full, extras: [] });
  await press('Connect Email');
  await expect.poll(() => sent('POST /email/connect/')).toHaveLength(1);
});
