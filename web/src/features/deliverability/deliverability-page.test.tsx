// @vitest-environment happy-dom
import type { MailboxHealth } from '@overture/contract/deliverability-overview';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inOrder, press, refusal, show } from '../../lib/testing/show.tsx';
import { DeliverabilityPage } from './deliverability-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const account = (id: number, email: string) => ({ id, email, name: 'Ada Jansen', account_type: 'IMAP', status: 'OK' });
const mailbox = (given: Partial<MailboxHealth>): MailboxHealth => ({
  ...{ account_id: 7, domain: 'acme.example', status: 'pass', is_exempt: false, checked_at: null, checks: [] },
  ...{ sent: 40, bounces: 0, complaints: 0, guard: null, blocklists_at: '2026-11-29T06:00:00.000Z', listings: [] },
  ...{ unanswered: [], advice: [] },
  ...given,
});
const ACCOUNTS = { accounts: [account(7, 'ada@acme.example'), account(8, 'bo@bad.example')] };
const BAD = mailbox({
  ...{ account_id: 8, domain: 'bad.example', status: 'fail', checks: [{ id: 'spf', status: 'fail' }] },
  ...{ bounces: 4, listings: [{ list: 'Domain list', subject: 'bad.example' }], guard: 'paused' },
  advice: [
    { code: 'guard', text: 'Campaign emails are paused. Find the cause, then resume sending' },
    { code: 'blocklist', text: 'bad.example is on Domain list.' },
    { code: 'records', text: 'Publish an SPF record.' },
  ],
});

test('what needs a change comes first, with its DNS, bounces, lists and advice', async () => {
  const found = { mailboxes: [mailbox({}), BAD], blocklists: ['Domain list'] };
  await show(<DeliverabilityPage />, { 'GET /deliverability/': found, 'GET /accounts/': ACCOUNTS });
  await screen.findByText('bo@bad.example');
  const rows = screen.getAllByRole('row').slice(1);
  const first = within(rows[0]!);
  expect(first.getByText('bo@bad.example')).toBeTruthy();
  for (const words of ['Wrong', 'SPF', '4 bounced, 10%', 'On 1 list', 'Paused', '1 more'])
    expect(first.getByText(words)).toBeTruthy();
  expect(within(rows[1]!).getByText('Not listed')).toBeTruthy();
  expect(within(rows[1]!).getByText('Nothing')).toBeTruthy();
  expect(screen.getByText('5%')).toBeTruthy();
  expect(screen.getByText('Lists that are asked once a day: Domain list.')).toBeTruthy();
});

test('a mailbox is diagnosed from its row', async () => {
  const diagnosis = {
    state: 'running',
    checked_at: '2026-11-29T10:00:00.000Z',
    cause: {
      ...{ code: 'sending', text: 'Sending: the next actions are due now', until: null, leads: null },
      cure: null,
      account_id: null,
      campaign_id: null,
    },
    others: [],
  };
  await show(<DeliverabilityPage />, {
    'GET /deliverability/': { mailboxes: [BAD], blocklists: [] },
    'GET /accounts/': ACCOUNTS,
    'GET /accounts/8/diagnosis/': { diagnosis },
  });
  await press('Diagnose bo@bad.example');
  expect(await screen.findByText('Sending: the next actions are due now')).toBeTruthy();
  expect(screen.getByText(/No blocklists are asked/)).toBeTruthy();
});

test('on a phone each mailbox has the same actions', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{
      matches: query.includes('max-width'),
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    },
    ...{ addListener: () => {}, removeListener: () => {} },
  }));
  await show(<DeliverabilityPage />, {
    'GET /deliverability/': { mailboxes: [BAD], blocklists: [] },
    'GET /accounts/': ACCOUNTS,
  });
  const cards = within(await screen.findByRole('list', { name: 'Mailboxes and their deliverability' }));
  expect(cards.getByRole('button', { name: 'Diagnose bo@bad.example' })).toBeTruthy();
  expect(cards.getByRole('button', { name: 'Settings of bo@bad.example' })).toBeTruthy();
});

test('without mailboxes it offers to connect one; a failure can be tried again', async () => {
  const answers = inOrder(refusal(403, 'forbidden', 'No.'), { mailboxes: [], blocklists: [] });
  await show(<DeliverabilityPage />, { 'GET /deliverability/': answers, 'GET /accounts/': { accounts: [] } });
  await press('Try again');
  expect(await screen.findByText('No mailboxes yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Connect a mailbox' })).toBeTruthy();
});
