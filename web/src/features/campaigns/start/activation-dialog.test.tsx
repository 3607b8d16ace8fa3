// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../../lib/testing/show.tsx';
import { ActivationDialog } from './activation-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const node = { delay_in_hours: 0, parent_step_id: null, parent_condition_id: null, is_yes_child: null };
const email = {
  ...node,
  id: 2,
  step_type: 'EMAIL',
  child_step_id: null,
  child_condition_id: null,
  subject_line: 'Hello',
  message: 'Hi there',
  attachments: [],
};
const campaign = {
  id: 7,
  name: 'Spring',
  status: 'DRAFT',
  activated_at: null,
  email_account_id: null,
  email_account_ids: [],
  linkedin_account_id: null,
  linkedin_account_ids: [],
  timezone: 'UTC',
  sending_window: { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
  total_prospects: 5,
  email_max_messages: 40,
  first_step: 2,
  first_condition: null,
  steps: [email],
  conditions: [],
};
const account = {
  id: 3,
  name: 'Ada',
  email: 'ada@mine.example',
  account_type: 'IMAP',
  status: 'OK',
  picture_url: null,
  held_until: null,
  guard_reason: null,
  domain_hold_reason: null,
  domain_grace_until: null,
  action_holds: [],
  email_max_messages: 40,
  used_today: { email_messages: 0, linkedin_connections: 0 },
  caps_today: { emails: { amount: 10, growth: null, rule: 'daily_limit' } },
};
const user = { id: 1, role: 'ADMIN', organization: { email_credits: 70, branding_settings: {} } };

const onStep = vi.fn();

test("the lead's own time zone is offered if known, and saved immediately", async () => {
  const { sent } = await show(
    <ActivationDialog campaign={{ ...campaign, uses_lead_zone: false } as never} onClose={() => {}} onStep={onStep} />,
    {
      'GET /accounts/': { accounts: [account] },
      'GET /user/': { user },
      'GET /campaigns/7/lead-zones/': { leads: 50, known: 41, unmet: 0, unmet_zones: [] },
      'GET /campaigns/7/data-problems/': { problems: [], decisions: [], leads_with_problems: 0, unlinked_steps: [] },
      'GET /campaigns/7/odd-values/': { odd_values: [], has_more: false },
      'PUT /campaigns/7/': ({ body }) => ({ campaign: { ...campaign, ...(body as object) } }),
    },
    user,
  );
  fireEvent.click(await screen.findByLabelText(/In the lead's own time zone/));
  expect(screen.getByText('Time zone known for 82% of 50 leads. Others use UTC.')).toBeTruthy();
  await waitFor(() => expect(sent('PUT /campaigns/7/')).toEqual([{ uses_lead_zone: true }]));
});

test('low credits stop an activation once, with both numbers; pressed again it starts', async () => {
  const { sent } = await show(
    <ActivationDialog campaign={campaign as never} onClose={() => {}} onStep={onStep} />,
    {
      'GET /accounts/': { accounts: [account, { ...account, id: 4, email: 'bo@mine.example' }] },
      'GET /user/': { user },
      'GET /campaigns/7/enrichment-costs/': { enrichment_costs: 120, lookups: [] },
      'GET /campaigns/7/data-problems/': { problems: [], decisions: [], leads_with_problems: 0, unlinked_steps: [] },
      'GET /campaigns/7/odd-values/': { odd_values: [], has_more: false },
      'POST /campaigns/7/activate/': {
        campaign: { ...campaign, status: 'ACTIVE', activated_at: '2026-11-20T10:00:00Z' },
      },
    },
    user,
  );
  await press('Activate');
  expect(await screen.findByText('Please select an email account.')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Email account' }).disabled).toBe(false),
  );
  fireEvent.click(screen.getByRole('combobox', { name: 'Email account' }));
  await press(/ada@mine\.example/, 'option');
  await press('Activate');
  expect((await screen.findByRole('alert')).textContent).toBe('You have 70 credits but the campaign needs 120.');
  expect(sent('POST /campaigns/7/activate/')).toEqual([]);
  await press('Activate anyway');
  expect(await screen.findByText('Campaign activated.')).toBeTruthy();
  expect(sent('POST /campaigns/7/activate/')).toHaveLength(1);
});

test('what look-ups cost at most is shown and agreed to by activating, or switched off', async () => {
  const start = async () => {
    const shown = await show(
      <ActivationDialog
        campaign={{ ...campaign, email_account_ids: [3], email_account_id: 3 } as never}
        onClose={() => {}}
        onStep={onStep}
      />,
      {
        'GET /accounts/': { accounts: [account] },
        'GET /user/': { user },
        'GET /campaigns/7/enrichment-costs/': {
          enrichment_costs: 9,
          lookups: [{ lookup: 'FIND_EMAIL', leads: 3, credits: 9 }],
        },
        'POST /campaigns/7/activate/': { campaign: { ...campaign, status: 'ACTIVE' } },
      },
      user,
    );
    const box = await screen.findByRole('switch', { name: /^Look up missing contact data/ });
    expect(screen.getByText(/May look up 3 emails \(up to 9 credits\)/)).toBeTruthy();
    return { ...shown, box };
  };
  const agreed = await start();
  await press('Activate');
  await waitFor(() => expect(agreed.sent('POST /campaigns/7/activate/')).toMatchObject([{ lookup_credits: 9 }]));
  cleanup();
  const off = await start();
  fireEvent.click(off.box);
  expect(screen.getByText(/Nothing is looked up/)).toBeTruthy();
  await press('Activate');
  await waitFor(() => expect(off.sent('POST /campaigns/7/activate/')).toMatchObject([{ lookup_credits: 0 }]));
});

test('a step that reaches no lead is named before the start and blocks nothing', async () => {
  const message = { ...email, id: 3, step_type: 'LINKEDIN_MESSAGE', subject_line: null, parent_step_id: 2 };
  const doubtful = { ...campaign, steps: [{ ...email, child_step_id: 3 }, message] };
  await show(
    <ActivationDialog campaign={doubtful as never} onClose={() => {}} onStep={onStep} />,
    {
      'GET /accounts/': { accounts: [account] },
      'GET /user/': { user },
      'GET /campaigns/7/enrichment-costs/': { enrichment_costs: 0, lookups: [] },
      'GET /campaigns/7/data-problems/': { problems: [], decisions: [], leads_with_problems: 0, unlinked_steps: [] },
      'GET /campaigns/7/odd-values/': { odd_values: [], has_more: false },
    },
    user,
  );
  expect(await screen.findByRole('heading', { name: 'Check before it starts' })).toBeTruthy();
  expect(screen.getByText(/Only people you are connected with can get it/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Activate' }).disabled).toBe(false);
});

test('the only mailbox is chosen; its growth, all sending hours and the first time are said', async () => {
  const windows = { 1: [{ start: '09:00', end: '12:00' }], 6: [{ start: '09:00', end: '12:00' }] };
  const { sent } = await show(
    <ActivationDialog campaign={{ ...campaign, windows } as never} onClose={() => {}} onStep={onStep} />,
    {
      'GET /accounts/': { accounts: [account] },
      'GET /user/': { user },
      'GET /campaigns/7/enrichment-costs/': { enrichment_costs: 0, lookups: [] },
      'POST /campaigns/7/activate/': { campaign: { ...campaign, status: 'ACTIVE' } },
    },
    user,
  );
  expect(await screen.findByText('10 emails on the first day, growing to 40 a day')).toBeTruthy();
  expect(screen.getByText('Monday and Saturday 09:00 to 12:00 UTC')).toBeTruthy();
  expect(screen.getByText(/nights or weekends/)).toBeTruthy();
  expect(screen.getByText(/^Email, (from|right after)/)).toBeTruthy();
  await press('Activate');
  await waitFor(() => expect(sent('POST /campaigns/7/activate/')).toMatchObject([{ email_account_id: 3 }]));
});

test('a step at fault is named with a way to open it, also by the server', async () => {
  const ready = { ...campaign, email_account_ids: [3], email_account_id: 3 };
  const text = 'Email step: Message: There is no variable “nick”.';
  const answers = {
    'GET /accounts/': { accounts: [account] },
    'GET /user/': { user },
    'GET /campaigns/7/enrichment-costs/': { enrichment_costs: 0, lookups: [] },
    'POST /campaigns/7/activate/': () =>
      Response.json({ error: text, code: 'activation_refused', details: { step_id: '2' } }, { status: 400 }),
  };
  await show(<ActivationDialog campaign={ready as never} onClose={() => {}} onStep={onStep} />, answers, user);
  await press('Activate');
  await screen.findByText(text);
  await press('Open step');
  expect(onStep).toHaveBeenLastCalledWith(2);
  cleanup();
  const unfinished = { ...ready, steps: [{ ...email, subject_line: null }] };
  await show(<ActivationDialog campaign={unfinished as never} onClose={() => {}} onStep={onStep} />, answers, user);
  await press('Activate');
  await screen.findByText('Please add a subject line in the Email step.');
  await press('Open step');
  expect(onStep).toHaveBeenLastCalledWith(email.id);
});

test('the score has three lines, and what costs points opens where it is changed', async () => {
  onStep.mockClear();
  await show(
    <ActivationDialog
      campaign={{ ...campaign, language: 'en', email_account_ids: [3], email_account_id: 3 } as never}
      onClose={() => {}}
      onStep={onStep}
    />,
    {
      'GET /accounts/': { accounts: [account] },
      'GET /user/': { user },
      'GET /lead-columns/': { columns: [] },
      'GET /deliverability/': {
        blocklists: [],
        mailboxes: [
          {
            account_id: 3,
            domain: 'mine.example',
            is_exempt: false,
            checks: [{ id: 'spf', status: 'fail' }],
            advice: [],
          },
          { account_id: 4, domain: 'other.example', is_exempt: false, checks: [], advice: [] },
        ],
      },
    },
    user,
  );
  const score = within(await screen.findByRole('region', { name: 'Score' }));
  expect(score.getByText(/^SPF of mine\.example is missing or wrong/)).toBeTruthy();
  expect(score.queryByText(/other\.example/)).toBeNull();
  expect(score.getByText(/^It writes once/)).toBeTruthy();
  expect(score.getByText(/^\d+ of 100$/)).toBeTruthy();
  fireEvent.click(score.getByRole('button', { name: /^Open step: The message of step 1/ }));
  expect(onStep).toHaveBeenCalledWith(2);
});
