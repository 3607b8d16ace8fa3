// @vitest-environment happy-dom
import type { CampaignLead, NextAction } from '@overture/contract/campaign-leads';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCampaignLead } from '../../lib/testing/builders.ts';
import { type Answers, press, show } from '../../lib/testing/show.tsx';
import { CampaignLeads } from './campaign-leads.tsx';

const person = {
  role: 'ADMIN',
  organization: { email_credits: 100, branding_settings: { ai_research_enabled: true } },
};
type WaitRule = NextAction['waiting_for']['rule'];
const waitsFor = (rule: WaitRule, text: string) => ({
  step: { id: 1, step_type: 'CALL_PROSPECT' as const },
  condition: null,
  scheduled_for: '2026-11-20T10:00:00.000Z',
  waiting_for: { rule, text, sentence: { words: text, values: {} }, until: null },
});
const lead = (id: number, first_name: string, rule: WaitRule = 'manual_call'): CampaignLead =>
  buildCampaignLead({
    id,
    first_name,
    last_name: 'Jansen',
    company: { name: 'Northlight' },
    campaign_status: 'ACTIVE',
    next_action: waitsFor(rule, 'Waits for you'),
    campaign: { id: 7, name: 'Calls' },
  });
const task = (id: number, name: string, data_enrichment_type: string, cost_per_lead: number) => ({
  id,
  name,
  data_enrichment_type,
  cost_per_lead,
  key: null,
  is_data_enrichment: true,
  output_type: 'SHORT_TEXT',
});
const cell = (prospect: number, state: string) => ({
  id: prospect,
  prospect,
  prompt: 2,
  answer: null,
  failed: false,
  state,
  error: null,
  tried_steps: [],
  sources: [],
});

let leads: CampaignLead[];
let lookups: ReturnType<typeof cell>[];

beforeEach(() => {
  localStorage.clear();
  leads = [lead(1, 'Ada'), lead(2, 'Bram')];
  lookups = [];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answers: Answers = {
  'GET /user/': { user: { id: 1, ...person } },
  'GET /campaigns/7/prospects/': () => ({ prospects: leads, total_prospects: leads.length }),
  'POST /campaigns/7/archive-incomplete-leads/': () => {
    leads = leads.slice(0, 1);
    return { success: true, amount: 1 };
  },
  'POST /campaigns/7/prospects/export-csv/': { csv_content: 'name\nAda', filename: 'calls.csv' },
  'POST /campaigns/7/prospects/{}/complete-call/': () => {
    leads = [lead(1, 'Ada', 'delay'), lead(2, 'Bram')];
    return { success: true };
  },
  'GET /enrichment/prompts/': [task(1, 'Email', 'FIND_EMAIL', 3), task(2, 'Phone number', 'FIND_PHONE', 30)],
  'GET /campaigns/7/enrichment/': () => ({
    loading_count: lookups.filter(({ state }) => state === 'loading').length,
    results: lookups,
  }),
  'POST /campaigns/7/unenriched-prospects-count/': ({ body }) => {
    const isEmail = (body as { data_enrichment_type: string }).data_enrichment_type === 'FIND_EMAIL';
    const counts = { chosen: 9, known: 4, tried: 3, to_look_up: 2 };
    const costs = isEmail ? { most_credits: 6, likely_credits: 3 } : { most_credits: 60, likely_credits: 30 };
    return { unenriched_count: 2, estimate: { ...counts, ...costs, found_percent: 65 } };
  },
  'POST /campaigns/7/enrichment/': { success: true, started_cells: 2, reserved_credits: 6 },
  'POST /campaigns/enrichment/7/enrich-selected-cells/': ({ body }) => {
    const { cells } = body as { cells: { prospect_id: number }[] };
    lookups = cells.map(({ prospect_id }) => cell(prospect_id, 'loading'));
    return { success: true, started_cells: cells.length, reserved_credits: 60 };
  },
  'POST /campaigns/7/enrichment/cancel/': () => {
    lookups = lookups.map((one) => ({ ...one, state: 'cancelled' }));
    return { success: true, cancelled_cells: 2, released_credits: 60 };
  },
  'GET /chat-labels/': { labels: [] },
  'GET /lead-columns/': { columns: [] },
  'GET /campaigns/': {
    campaigns: [
      { id: 7, name: 'Calls', status: 'DRAFT', total_prospects: 2 },
      { id: 8, name: 'Second round', status: 'DRAFT', total_prospects: 0 },
    ],
  },
};

const campaign = {
  email_account_ids: [],
  linkedin_account_ids: [],
  accounts: [],
  id: 7,
  name: 'Calls',
  status: 'ACTIVE',
  timezone: 'UTC',
  steps: [],
  conditions: [],
};

function open(changes: Answers = {}) {
  return show(<CampaignLeads campaignId={7} campaign={campaign as never} />, { ...answers, ...changes }, person);
}
const row = async (name: string) => (await screen.findByLabelText(`Select row: ${name}`)).closest('tr') as HTMLElement;
const openMenu = async () =>
  fireEvent.click((await screen.findAllByRole('button', { name: 'More actions' })).at(-1) as HTMLElement);

test('incomplete leads are archived after a question, and the rest is exported', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { sent } = await open();
  await row('Bram Jansen');
  await openMenu();
  await press('Archive incomplete leads', 'menuitem');
  expect(await screen.findByRole('heading', { name: 'Archive incomplete leads?' })).toBeTruthy();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('1 lead archived.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText('Select row: Bram Jansen')).toBeNull());
  await openMenu();
  await press('Export all 1 leads', 'menuitem');
  await waitFor(() => expect(sent('POST /campaigns/7/prospects/export-csv/')).toEqual([{ export_amount: 1 }]));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  save.mockRestore();
});

test('archiving is undone from its toast, and archived leads are reached when no other is left', async () => {
  leads = [lead(1, 'Ada')];
  const { sent } = await open({
    'POST /campaigns/7/archive-prospects/': () => {
      leads = [];
      return { success: true, amount: 1 };
    },
    'POST /campaigns/7/restore-prospects/': () => {
      leads = [lead(1, 'Ada')];
      return { success: true, amount: 1 };
    },
    'GET /campaigns/7/archived-prospects/': { leads: [], total: 0 },
  });
  const row = await screen.findByRole('button', { name: 'Actions for Ada Jansen' });
  fireEvent.click(row);
  await press('Archive lead', 'menuitem');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
  await press('Archived leads');
  const dialog = within(await screen.findByRole('dialog', { name: 'Archived leads' }));
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await press('Undo');
  expect(await screen.findByText('1 lead restored. Resume it to continue.')).toBeTruthy();
  expect(sent('POST /campaigns/7/restore-prospects/')).toEqual([{ prospect_ids: [1] }]);
  await screen.findByLabelText('Select row: Ada Jansen');
});

test('a call is marked as done where it waits for a person, and only there', async () => {
  await open();
  await press('Call done: Ada Jansen');
  expect(await screen.findByText('Call marked as done.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Call done: Ada Jansen' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Call done: Bram Jansen' })).toBeTruthy();
});

test('leads go into another campaign: this one is not offered', async () => {
  await open();
  fireEvent.click(await screen.findByLabelText('Select row: Ada Jansen'));
  fireEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Add to campaign' }));
  expect(await screen.findByText('Add 1 lead to a campaign')).toBeTruthy();
  expect(await screen.findByRole('radio', { name: /Second round/ })).toBeTruthy();
  expect(screen.getAllByRole('radio')).toHaveLength(1);
});

test('lookups for all leads show the maximum cost and a low balance', async () => {
  const { sent } = await open();
  await row('Ada Jansen');
  await press('Find contact data');
  expect(await screen.findAllByRole('menuitem', { name: /^All 2 leads without a result/ })).toHaveLength(2);
  const estimate = (most: number, likely: number) =>
    `9 leads: 4 known, 3 tried without a result in the last 90 days, 2 to look up. At most ${most} credits, likely ${likely} (65% found in the last 30 days).`;
  expect(await screen.findByText(estimate(6, 3))).toBeTruthy();
  expect(screen.getByText(estimate(60, 30))).toBeTruthy();
  expect(screen.getByText('up to 6 credits')).toBeTruthy();
  expect(screen.getByText('up to 60 credits')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('menuitem', { name: /^All 2 leads/ })[0] as HTMLElement);
  await waitFor(() =>
    expect(sent('POST /campaigns/7/enrichment/')).toEqual([{ enrichment_type: 'FIND_EMAIL', prospect_limit: 2 }]),
  );
});

test('look-ups of selected leads are followed and stopped, and the credits come back', async () => {
  const { sent } = await open();
  fireEvent.click(await screen.findByLabelText('Select row: Ada Jansen'));
  fireEvent.click(screen.getByLabelText('Select row: Bram Jansen'));
  fireEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Find contact data' }));
  await press(/^Phone.*up to 60 credits/, 'menuitem');
  expect(await screen.findByText('Research task started.')).toBeTruthy();
  expect(sent('POST /campaigns/enrichment/7/enrich-selected-cells/')).toEqual([
    {
      cells: [
        { prospect_id: 1, enrichment_type: 'FIND_PHONE' },
        { prospect_id: 2, enrichment_type: 'FIND_PHONE' },
      ],
    },
  ]);
  expect(await screen.findByText('2 running')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Phone number of .*Loading/ })).toHaveLength(2);
  await press('Stop research tasks');
  expect(await screen.findByText('2 cells stopped. 60 reserved credits returned.')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Phone number of .*Cancelled/ })).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Stop research tasks' })).toBeNull();
});

test('an empty cell looks up its data at the price shown', async () => {
  const { sent } = await open();
  await press('Find phone 30 credits for Ada Jansen');
  expect(await screen.findByText('Research task started.')).toBeTruthy();
  expect(sent('POST /campaigns/enrichment/7/enrich-selected-cells/')).toEqual([
    { cells: [{ prospect_id: 1, enrichment_type: 'FIND_PHONE' }] },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Find phone .* Ada/ })).toBeNull());
  expect(screen.getByRole('button', { name: /^Find phone .* Bram/ })).toBeTruthy();
});

test.each([
  ['It was sent', true, 'Marked as sent. The campaign continues.'],
  ['It was not sent', false, 'Marked as not sent; it will be retried.'],
])('an unconfirmed message is settled by hand: %s', async (button, was_sent, toastText) => {
  leads = [lead(1, 'Ada', 'unconfirmed'), lead(2, 'Bram')];
  const mail = { id: 1, step_type: 'EMAIL' };
  const timelineOf = (rule: WaitRule) => {
    const waits = {
      ...waitsFor(rule, 'Waits'),
      step: mail,
      condition: null,
      parent_id: null,
      missing: [],
      error: null,
      completed: false,
      message: null,
      notes: [],
    };
    return {
      prospect: {
        ...lead(1, 'Ada', rule),
        scheduled_campaign: { started_at: null, replied_at: null, hand_overs: [], steps: [waits] },
      },
    };
  };
  let rule: WaitRule = 'unconfirmed';
  const { sent } = await open({
    'GET /campaigns/prospects/1/': () => timelineOf(rule),
    'POST /campaigns/7/prospects/1/unconfirmed/': () => {
      rule = 'delay';
      leads = [lead(1, 'Ada', rule), lead(2, 'Bram')];
      return { success: true };
    },
  });
  expect(await screen.findAllByRole('button', { name: 'Decide' })).toHaveLength(1);
  await press('Decide');
  expect(await screen.findByText('Was this message sent?')).toBeTruthy();
  await press(button);
  expect(await screen.findByText(toastText)).toBeTruthy();
  expect(sent('POST /campaigns/7/prospects/1/unconfirmed/')).toEqual([{ was_sent }]);
  await waitFor(() => expect(screen.queryByText('Was this message sent?')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
});

test('a lead names the key that added it and the app that set its status', async () => {
  leads = [lead(1, 'Ada')];
  const scheduled_campaign = {
    started_at: null,
    replied_at: null,
    hand_overs: [],
    steps: [],
    added_by_key: { id: 1, name: 'Zapier', is_app: false },
    status_by_key: { id: 2, name: 'Claude', is_app: true },
  };
  await open({ 'GET /campaigns/prospects/1/': { prospect: { ...leads[0], scheduled_campaign } } });
  fireEvent.click((await screen.findAllByText(/^Ada/))[0]!);
  expect(await screen.findByText('Added by key Zapier')).toBeTruthy();
  expect(screen.getByText('Status set by app Claude')).toBeTruthy();
});

test('a lead that began again says whose it is, and who had invited it before', async () => {
  leads = [lead(1, 'Ada')];
  const account = (id: number, name: string) => ({ id, name, email: null, account_type: 'LINKEDIN', status: 'OK' });
  const [lost, taker] = [account(1, 'Lena Lost'), account(2, 'Bo Berg')];
  const restart = { channel: 'linkedin', from: lost, to: taker, handed_at: '2026-11-27T10:00:00Z', is_restart: true };
  const hand_overs = [
    { ...restart, invited_at: '2026-11-20T09:00:00Z' },
    { ...restart, handed_at: '2026-11-28T10:00:00Z', from: taker, to: lost, is_restart: false, invited_at: null },
  ];
  const senders = [{ channel: 'linkedin', account: taker, has_begun: true }];
  await open({
    'GET /campaigns/prospects/1/': {
      prospect: {
        ...leads[0],
        senders,
        scheduled_campaign: { started_at: null, replied_at: null, hand_overs, steps: [] },
      },
    },
  });
  fireEvent.click((await screen.findAllByText(/^Ada/))[0]!);
  await screen.findByText(
    "Restarted at the invite by Bo Berg on 27 Nov 10:00. Lena Lost invited them on 20 Nov 09:00; that invite wasn't withdrawn.",
  );
  await screen.findByText('Handed over from Bo Berg to Lena Lost on 28 Nov 10:00');
});

test("with several senders a lead's sender is shown and can be changed", async () => {
  const account = (id: number, email: string, status = 'OK') => ({
    id,
    name: 'A',
    email,
    picture_url: null,
    account_type: 'IMAP',
    status,
  });
  const [ada, bo] = [account(1, 'ada@corp.example'), account(2, 'bo@corp.example', 'CREDENTIALS')];
  leads = [{ ...lead(1, 'Ada'), senders: [{ channel: 'email', account: bo, has_begun: true }] } as CampaignLead];
  const shared = { ...campaign, email_account_ids: [1, 2], accounts: [ada, bo] };
  const { sent } = await show(
    <CampaignLeads campaignId={7} campaign={shared as never} />,
    {
      ...answers,
      'POST /campaigns/7/hand-over-prospects/': (body: { restarts?: boolean }) =>
        body.restarts
          ? { success: true, amount: 1, left: 0, restartable: 0, restartable_ids: [] }
          : { success: true, amount: 0, left: 1, restartable: 1, restartable_ids: [1] },
    },
    person,
  );
  expect((await screen.findAllByText('bo@corp.example')).length).toBeGreaterThan(0);
  fireEvent.click(await screen.findByLabelText('Select row: Ada Jansen'));
  await press('Hand over to');
  expect(await screen.findByRole('menuitem', { name: /bo@corp.example.*Disconnected: leads wait/ })).toBeTruthy();
  await press(/ada@corp.example/, 'menuitem');
  await waitFor(() =>
    expect(sent('POST /campaigns/7/hand-over-prospects/')).toMatchObject([{ prospect_ids: [1], account_id: 1 }]),
  );
  // Nobody is invited a second time without a person who was toastText how many they are.
  const asked = await screen.findByRole('dialog', { name: 'Restart with ada@corp.example?' });
  expect(within(asked).getByText(/^1 lead stays with the LinkedIn account/)).toBeTruthy();
  fireEvent.click(within(asked).getByRole('button', { name: 'Restart' }));
  await waitFor(() =>
    expect(sent('POST /campaigns/7/hand-over-prospects/')[1]).toMatchObject({
      prospect_ids: [1],
      account_id: 1,
      restarts: true,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Restart/ })).toBeNull());
});

test('custom columns are in the table and its filters', async () => {
  leads = [{ ...lead(1, 'Ada'), custom: { owner: 'Bo Berg' } } as CampaignLead];
  const columns = [{ id: 3, key: 'owner', name: 'Owner', type: 'text', is_archived: false, version: 1 }];
  await open({ 'GET /lead-columns/': { columns } });
  expect(await screen.findByRole('columnheader', { name: /Owner/ })).toBeTruthy();
  expect(await screen.findByText('Bo Berg')).toBeTruthy();
});
