// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, refusal, show } from '../../lib/testing/show.tsx';
import { BillingPage } from './billing-page.tsx';

const none = { email: 0, phone: 0, website: 0, research: 0, snippets: 0, replies: 0 };
const entry = { user: null, list: null, campaign: null, reserved: 0, created_at: '2026-11-20T10:00:00.000Z' };
const entries = [
  {
    ...entry,
    id: 'use-3',
    kind: 'research',
    what: 'Pain points',
    user: { id: 1, name: 'Ada' },
    list: { id: 7, name: 'Directors' },
    credits: -40,
    reserved: 10,
    balance: 48,
  },
  { ...entry, id: 'use-2', kind: 'snippets', what: 'AI snippets', credits: -12 },
  { ...entry, id: 'grant-1', kind: 'grant', what: 'Opening balance', credits: 100 },
];
const ledger: Answers = {
  'GET /organization/credits/': { entries, total_entries: 30 },
  'GET /organization/credits/balance/': {
    credits: 48,
    pace: { used_in_week: 84, days_left: 4, share_left: 48, is_low: true },
  },
  'GET /organization/credits/caps/': {
    time_zone: 'Europe/Berlin',
    people: [{ user_id: 1, name: 'Ada', used: 20, cap: 50 }],
    organization: { cap: null, used: 20 },
  },
  'GET /organization/credits/months/': { months: [{ month: '2026-11', ...none, research: 52 }] },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(organization: Record<string, unknown>, answers = ledger) {
  const plan = { is_unlimited: false, is_in_trial: false, active_subscription: false, had_subscription: false };
  const user = { id: 1, role: 'USER', organization: { ...plan, email_credits: 60, ...organization } };
  return show(<BillingPage />, answers, user);
}

test('credits that run low say so, with the days they last at this pace', async () => {
  await open({ active_subscription: true });
  expect(await screen.findByText('Credits are running low')).toBeTruthy();
  expect(screen.getByText('84 used in the last 7 days.')).toBeTruthy();
  expect(screen.getByText('About 4 days left at this pace.')).toBeTruthy();
  cleanup();
  const { asked } = await open({ is_unlimited: true, active_subscription: true });
  await screen.findByText('Unlimited plan');
  expect(asked.some(({ call }) => call.includes('/balance/'))).toBe(false);
});

test('shows what one lead cost, by provider, and goes back to all', async () => {
  const part = {
    ...entry,
    id: 'part-1',
    kind: 'email',
    what: 'Find email',
    credits: -3,
    lead: { id: 5, name: 'Bo Lee' },
    provider: 'Hunter',
  };
  const answers = {
    ...ledger,
    'GET /organization/credits/': { entries: [part], total_entries: 1, providers: ['Apollo', 'Hunter'] },
  };
  const user = {
    id: 1,
    role: 'ADMIN',
    organization: { is_unlimited: true, active_subscription: true, email_credits: 60 },
  };
  const { asked, address } = await show(<BillingPage lead={5} />, answers, user);
  const queries = () => asked.filter(({ call }) => call === 'GET /organization/credits/').map(({ query }) => query);
  expect(await screen.findByText('Only Bo Lee')).toBeTruthy();
  expect(queries()[0]).toMatchObject({ prospect_id: '5' });
  expect(screen.getAllByText('Hunter').length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('combobox', { name: 'Provider' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Hunter' }));
  await expect.poll(() => queries().at(-1)).toMatchObject({ prospect_id: '5', provider: 'Hunter' });
  fireEvent.click(screen.getByRole('button', { name: 'Show all leads' }));
  await expect.poll(address).toBe('/settings/billing');
});

test.each([
  [{ is_in_trial: true, trial_days_remaining: 9 }, ['Free trial', '9 days left', '60 left']],
  [{ active_subscription: true }, ['Current subscription', 'Starter plan', '60 left']],
  [{ is_unlimited: true, active_subscription: true }, ['Unlimited plan', 'Unlimited']],
  [{ had_subscription: true }, ['Your subscription has ended.']],
  [{}, ['Your free trial has ended.']],
])('a plan %j says what it is, and who decides about it', async (plan, words) => {
  await open(plan);
  for (const word of words) expect((await screen.findAllByText(word)).length).toBeGreaterThan(0);
  expect(screen.getByText('Managed by your administrator.')).toBeTruthy();
});

test('a credit entry shows its kind, user, place and amount; kinds can be filtered', async () => {
  const { asked } = await open({ active_subscription: true });
  expect(await screen.findByText('Pain points')).toBeTruthy();
  expect(screen.getByText('10 reserved')).toBeTruthy();
  expect(screen.getByText('+100')).toBeTruthy();
  expect(screen.getByRole('cell', { name: '48' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Directors' }).getAttribute('href')).toBe('/searches/7');
  expect(screen.getByText('Several campaigns')).toBeTruthy();
  expect(await screen.findByText('52 used this month')).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: 'Show' }));
  fireEvent.click(await screen.findByRole('option', { name: 'AI snippets', hidden: true }));
  await expect.poll(() => asked.at(-1)?.query).toMatchObject({ page: '1', kind: 'snippets' });
});

test('the use of credits is shown by month, or by day of the zone that is named', async () => {
  const days = [
    { day: '2026-11-29', ...none, research: 40, sequences: 0 },
    { day: '2026-11-30', ...none, email: 12, sequences: 0 },
  ];
  const { asked } = await open(
    { active_subscription: true },
    { ...ledger, 'GET /organization/credits/days/': { time_zone: 'Europe/Berlin', days } },
  );
  await screen.findByText('Nov: 52 credits');
  expect(asked.some(({ call }) => call.includes('/days/'))).toBe(false);
  fireEvent.click(screen.getByRole('radio', { name: '30 days' }));
  expect(screen.queryByText(/\(\), by use/)).toBeNull();
  await screen.findByText('29 Nov: 40 credits');
  expect(screen.getByText('30 Nov: 12 credits')).toBeTruthy();
  expect(screen.getByText('The last 30 days (Europe/Berlin), by use.')).toBeTruthy();
});

test('a failure is shown in place and can be retried', async () => {
  const away = refusal(500, 'internal', 'Away.');
  await open(
    { active_subscription: true },
    { 'GET /organization/credits/': away, 'GET /organization/credits/months/': away },
  );
  // The caps of people fail too: nothing answers for them.
  await expect.poll(() => screen.getAllByRole('button', { name: /again/i }).length).toBe(3);
});

test('the cap of a person is set, and removed', async () => {
  const set = vi.fn(() => ({ time_zone: 'UTC', people: [], organization: { cap: null, used: 0 } }));
  await open({ active_subscription: true }, { ...ledger, 'PUT /organization/credits/caps/1/': set } as typeof ledger);
  expect(await screen.findByText('20 of 50 used')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change cap of Ada' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Credits a month');
  fireEvent.change(field, { target: { value: '80' } });
  fireEvent.submit(field.form!);
  await expect.poll(() => set.mock.calls.length).toBe(1);
  expect(set.mock.calls[0]).toMatchObject([{ body: { credits: 80 } }]);
});
