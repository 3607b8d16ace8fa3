// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../lib/testing/show.tsx';
import { SendersPage } from './senders-page.tsx';

const linkedin = {
  id: 3,
  account_id: 'seat-3',
  account_type: 'LINKEDIN',
  name: 'Ada Jansen',
  email: null,
  picture_url: null,
  tier: 'CLASSIC',
  status: 'OK',
  status_reason: null,
  is_base_account: true,
  may_delete: true,
  created_at: '2026-11-20T10:00:00.000Z',
  linkedin_max_connections: 20,
  linkedin_max_messages: 40,
  email_max_messages: 40,
  linkedin_weekly_connections: 100,
  linkedin_invite_usage: { percent: 75, told_at: '2026-11-20T10:00:00.000Z' },
  send_gap_in_seconds: 0,
  used_today: {
    email_messages: 0,
    linkedin_messages: 0,
    linkedin_connections: 0,
    linkedin_inmails: 0,
    linkedin_weekly_connections: 0,
  },
  caps_today: {
    emails: { amount: 40, rule: 'daily_limit', rhythm_of: null, growth: null },
    invites: { amount: 20, rule: 'daily_limit', rhythm_of: null, growth: null },
    messages: { amount: 40, rule: 'daily_limit', rhythm_of: null, growth: null },
    inmails: { amount: 0, rule: 'daily_limit', rhythm_of: null, growth: null },
  },
  ramp: 'off',
  natural_rhythm: false,
  rhythm_gap_in_seconds: 600,
  spreads_weekly_invites: false,
  days_off: [] as string[],
  reply_to: null as string | null,
  own_domain: null,
  held_until: null,
  guard_reason: null,
  domain_hold_reason: null,
  domain_grace_until: null,
  held_reason: null,
  action_holds: [],
};
const user = {
  id: 1,
  role: 'ADMIN',
  is_partner: false,
  linked_accounts: [],
  organization: {
    is_in_trial: false,
    is_whitelabel: false,
    extra_linkedin_accounts: 0,
    extra_email_accounts: 0,
    branding_settings: { campaign_creation_enabled: true },
  },
};
let account: Omit<typeof linkedin, 'email' | 'tier'> & { email: string | null; tier: string | null };
let isRemoved: boolean;
let affected: object[];
/** The counts of what a removed sender leaves cannot be read. */
let countsFail: boolean;
/** What the page asked, and the body of its last PUT. */
let calls: Awaited<ReturnType<typeof show>>['asked'];
let sent: unknown;
/** Lets the server answer that the limits are saved. */
let save: () => void;
let saved: Promise<object>;

beforeEach(() => {
  account = linkedin;
  isRemoved = false;
  countsFail = false;
  affected = [];
  saved = new Promise<object>((resolve) => {
    save = () => resolve({ success: true });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const shown = await show(
    <SendersPage />,
    {
      'GET /accounts/': () => ({ accounts: isRemoved ? [] : [account] }),
      'GET /accounts/{}/affected-campaigns/': () =>
        countsFail ? refusal(500, 'internal', '') : { campaigns: affected },
      'PUT /accounts/{}/': ({ body }) => {
        sent = body;
        return saved;
      },
      'DELETE /accounts/{}/': () => {
        isRemoved = true;
        return { success: true };
      },
    },
    user,
  );
  calls = shown.asked;
}
const countCalls = (name: string) => calls.filter(({ call }) => call === name).length;

test("weekly invites are limited in the settings; LinkedIn's figure is in the table", async () => {
  await open();
  expect(await screen.findByText(/75% of its invite limit used/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Settings of Ada Jansen' }));
  const field = await screen.findByLabelText('LinkedIn connections in 7 days');
  fireEvent.change(field, { target: { value: '201' } });
  expect(await screen.findByText('Enter a whole number between 1 and 200')).toBeTruthy();
  fireEvent.change(field, { target: { value: '40' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject({ linkedin_weekly_connections: 40 }));
});

test.each([
  [[false, false], 1],
  [[true, false], 1],
  [[true, true], 0],
])(
  'of senders whose risk points limit them (%j), the page says %i times that points alone do not',
  async (limits, count) => {
    const accounts = limits.map((is_enforced, index) => ({
      ...{ ...linkedin, id: index + 1, name: `Ada ${index}` },
      risk_budget: { points: 150, used_today: 3, is_enforced, reasons: [] },
    }));
    await show(<SendersPage />, { 'GET /accounts/': { accounts } }, user);
    await screen.findByRole('button', { name: 'Settings of Ada 1' });
    expect(screen.getAllByRole('img', { name: /^Risk points: 3 of 150/ })).toHaveLength(2);
    expect(screen.queryAllByText(/^Risk points are shown for information/)).toHaveLength(count);
  },
);

test.each([
  ['CREDENTIALS', true],
  ['ERROR', true],
  ['STOPPED', true],
  ['OK', false],
  ['DELETED', false],
])('an account that is %s can be connected again: %s', async (status, isOffered) => {
  account = { ...linkedin, status };
  await open();
  await screen.findByRole('button', { name: 'Settings of Ada Jansen' });
  expect(screen.queryAllByRole('button', { name: 'Reconnect' })).toHaveLength(isOffered ? 1 : 0);
});

test('a mailbox sends within its range, and saving says that running campaigns are to be restarted', async () => {
  account = { ...linkedin, account_type: 'IMAP', name: 'Ada', email: 'ada@mine.example', tier: null };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Settings of ada@mine.example' }));
  const field = await screen.findByLabelText('Emails per day');
  fireEvent.change(field, { target: { value: '41' } });
  expect(await screen.findByText('Enter a whole number between 1 and 40')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fireEvent.change(field, { target: { value: '12' } });
  fireEvent.change(screen.getByLabelText('Seconds between two emails'), { target: { value: '90' } });
  const emails = { amount: 12, rule: 'daily_limit', rhythm_of: null, growth: null };
  account = { ...account, email_max_messages: 12, caps_today: { ...account.caps_today, emails } };
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  save();
  expect(
    await screen.findByText(
      'Limits updated successfully — Please restart your active campaigns for these new limits to take effect.',
    ),
  ).toBeTruthy();
  expect(sent).toEqual({ email_max_messages: 12, send_gap_in_seconds: 90 });
  expect(await screen.findByText(/\/ 12$/)).toBeTruthy();
});

test('with natural rhythm one field has the gap; name and address for replies are saved', async () => {
  account = {
    ...linkedin,
    account_type: 'IMAP',
    name: 'Ada',
    email: 'ada@mine.example',
    tier: null,
    natural_rhythm: true,
    send_gap_in_seconds: 90,
  };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Settings of ada@mine.example' }));
  const gap = await screen.findByLabelText<HTMLInputElement>('Seconds between two emails');
  expect(gap.value).toBe('600');
  expect(screen.queryByLabelText('Day off')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Advanced/ }));
  expect(screen.getByLabelText('Day off')).toBeTruthy();
  fireEvent.change(gap, { target: { value: '900' } });
  fireEvent.change(screen.getByLabelText('Sender name'), { target: { value: 'Ada L.' } });
  fireEvent.change(screen.getByLabelText('Replies go to'), { target: { value: 'replies@mine.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toMatchObject({
      rhythm_gap_in_seconds: 900,
      name: 'Ada L.',
      reply_to: 'replies@mine.example',
    }),
  );
});

test('a new mailbox says how far it has grown and why; a cap of its domain and a day off are saved', async () => {
  const growth = { unit: 'day', at: 3, of: 16 };
  account = {
    ...linkedin,
    account_type: 'IMAP',
    email: 'ada@mine.example',
    tier: null,
    caps_today: { ...linkedin.caps_today, emails: { amount: 14, rule: 'daily_limit', rhythm_of: null, growth } },
    ramp: 'new',
    own_domain: { domain: 'mine.example', max_messages: 150, used_today: 9, mailboxes: 6 },
  } as unknown as typeof account;
  await open();
  expect(await screen.findByText('Warming up, day 3 of 16')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Settings of ada@mine.example' }));
  expect(await screen.findByText('Limit 40, warming up, day 3 of 16')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Advanced/ }));
  expect(screen.getByText(/^More than 5 mailboxes on one domain draw attention/)).toBeTruthy();
  const cap = screen.getByLabelText('Emails per day from all mailboxes at mine.example');
  fireEvent.change(cap, { target: { value: '0' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fireEvent.change(cap, { target: { value: '90' } });
  fireEvent.change(screen.getByLabelText('Day off'), { target: { value: '2026-12-24' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add day' }));
  expect(screen.getByRole('button', { name: 'Work on Dec 24, 2026' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject({ own_domain_max_messages: 90, days_off: ['2026-12-24'] }));
});

test('a sender is removed after the campaigns that lose it were named', async () => {
  affected = [
    {
      id: 6,
      name: 'Spring outreach',
      status: 'ACTIVE',
      untouched: 0,
      in_sequence: 0,
      awaiting: 0,
      staying: 0,
      others: 0,
    },
  ];
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ada Jansen' }));
  expect(await screen.findByText('Spring outreach')).toBeTruthy();
  expect(countCalls('DELETE /accounts/3/')).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No sender accounts yet')).toBeTruthy();
});

test('nothing is removed before the counts are known; they can be asked for again', async () => {
  countsFail = true;
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ada Jansen' }));
  expect(await screen.findByText("Couldn't load the campaigns that use it.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(true);
  countsFail = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No campaign uses this sender.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(false);
});

test('leads of a removed sender are handed over, wait or end', async () => {
  const counts = { untouched: 1210, in_sequence: 37, awaiting: 12, staying: 5 };
  affected = [{ id: 6, name: 'Spring outreach', status: 'ACTIVE', ...counts, others: 2 }];
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ada Jansen' }));
  expect(
    await screen.findByText(
      '37 in sequence, 1,210 untouched, 12 awaiting a reply, 5 that no other sender can take over',
    ),
  ).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Hand over to the other senders' })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('radio', { name: 'End the campaign for them' }));
  expect(screen.getByText('Nothing more is sent to them from these campaigns.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(calls.findLast(({ call }) => call === 'DELETE /accounts/3/')?.query).toEqual({ leads: 'end' }),
  );
});

test('without another sender, handing over is not offered', async () => {
  const counts = { untouched: 0, in_sequence: 3, awaiting: 0, staying: 0 };
  affected = [{ id: 6, name: 'Spring outreach', status: 'ACTIVE', ...counts, others: 0 }];
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ada Jansen' }));
  expect(await screen.findByRole('radio', { name: 'They wait for another sender' })).toHaveProperty('checked', true);
  expect(screen.queryByRole('radio', { name: 'Hand over to the other senders' })).toBeNull();
});

test('an answer that comes after its dialog was closed leaves the next one open', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Settings of Ada Jansen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(countCalls('PUT /accounts/3/')).toBe(1));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ada Jansen' }));
  expect(await screen.findByRole('heading', { name: 'Remove account' })).toBeTruthy();
  save();
  await waitFor(() => expect(countCalls('GET /accounts/')).toBe(2));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByRole('heading', { name: 'Remove account' })).toBeTruthy();
});
