// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, fill, isDisabled, press, show } from '../../../lib/testing/show.tsx';
import { ArchivedCampaignsPage } from './archived-campaigns-page.tsx';
import { CampaignsPage } from './campaigns-page.tsx';
import { CreateCampaignDialog } from './create-campaign-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { role: 'ADMIN', organization: { branding_settings: { campaign_creation_enabled: true } } };
const urgent = { id: 4, name: 'Urgent', color: '#6b7280' };
const campaign = (id: number, name: string, labels: object[] = []) => ({
  id,
  name,
  status: 'DRAFT',
  created_at: '2026-11-20T10:00:00.000Z',
  accounts: [],
  labels,
  total_prospects: 0,
  total_completed_leads: 0,
  total_contacted: 0,
  total_replies: 0,
  reply_rate: 0,
  ab_testing: {
    enabled: false,
    reply_rate_display: null as string | null,
    step: null as object | null,
    other_steps: 0,
  },
});
type Listed = ReturnType<typeof campaign>;
const template = (id: number, name: string) => ({
  id,
  name,
  description: null,
  created_at: null,
  first_step: null,
  first_condition: null,
  steps: [],
  conditions: [],
});
let campaigns: Listed[];
let templates: ReturnType<typeof template>[];

beforeEach(() => {
  localStorage.clear();
  campaigns = [campaign(1, 'Autumn', [urgent]), campaign(2, 'Winter')];
  templates = [];
});

test('the rates of an A/B test name their step', async () => {
  const step = { id: 5, type: 'EMAIL', number: 2 };
  const ab_testing = { enabled: true, reply_rate_display: 'A 6.3% / B 2.6%', step, other_steps: 1 };
  campaigns = [{ ...campaign(1, 'Autumn'), ab_testing }];
  await show(<CampaignsPage onCreate={() => {}} />, answers, user);
  const rates = await screen.findByText('Step 2: A 6.3% / B 2.6%');
  expect(rates.title).toBe(
    'Step 2, Email. Replies per messages sent, by variant: A 6.3% / B 2.6%. 1 more step is tested.',
  );
});

const answers: Answers = {
  'GET /dashboard/campaign-analytics/': ({ query }) => {
    const found = campaigns
      .filter(({ status }) => (status === 'ARCHIVED') === (query.campaign_statuses === 'ARCHIVED'))
      .filter(({ name }) => name.toLowerCase().includes((query.search ?? '').toLowerCase()))
      .filter(({ labels }) => !query.labels || labels.length > 0);
    return { campaigns: found, total_campaigns: found.length };
  },
  'PATCH /campaigns/': ({ body }) => {
    const { campaign_ids, status } = body as { campaign_ids: number[]; status: string };
    campaigns = campaigns.map((one) => (campaign_ids.includes(one.id) ? { ...one, status } : one));
    return { success: true };
  },
  'POST /campaigns/1/duplicate/': { campaign: { id: 3, name: 'Autumn 2' } },
  'POST /campaigns/1/save-as-template/': { template: template(9, 'Autumn (Template)') },
  'GET /labels/': { labels: [urgent] },
  'GET /accounts/': { accounts: [] },
  'GET /campaigns/templates/': () => ({
    organization: templates.map((own) => ({ ...own, may_delete: true })),
    agency: [],
    default: [template(1, 'Email, then call who has a number')],
  }),
  'PUT /campaigns/templates/9/': ({ body }) => {
    templates = [template(9, (body as { name: string }).name)];
    return { template: templates[0] };
  },
  'DELETE /campaigns/templates/9/': () => {
    templates = [];
    return { success: true };
  },
  'POST /campaigns/templates/create/': { campaign: campaign(5, 'Spring') },
  'POST /campaigns/': { campaign: campaign(6, 'Campaign 6') },
};

const names = () => screen.queryAllByRole('link', { name: /^(Autumn|Winter)/ }).map((link) => link.textContent);

test('without a campaign there is one thing to do', async () => {
  campaigns = [];
  const onCreate = vi.fn();
  await show(<CampaignsPage onCreate={onCreate} />, answers, user);
  expect(await screen.findByRole('heading', { name: 'No campaigns found' })).toBeTruthy();
  expect(screen.queryByLabelText('Search campaigns')).toBeNull();
});

test('the list is searched and filtered by label, and cleared again', async () => {
  await show(<CampaignsPage onCreate={() => {}} />, answers, user);
  await waitFor(() => expect(names()).toEqual(['Autumn', 'Winter']));
  fill(screen.getByLabelText('Search campaigns'), 'nothing like it');
  expect(await screen.findByRole('heading', { name: 'No campaigns found' })).toBeTruthy();
  await press('Clear search and filters');
  await waitFor(() => expect(names()).toEqual(['Autumn', 'Winter']));
  fireEvent.click(screen.getAllByRole('button', { name: 'Labels' })[0] as HTMLElement);
  await press('Urgent', 'menuitemcheckbox');
  await waitFor(() => expect(names()).toEqual(['Autumn']));
});

test('one is duplicated and opened, saved as a template, and archived after a question', async () => {
  const { sent, address } = await show(<CampaignsPage onCreate={() => {}} />, answers, user);
  await press('Actions for Autumn');
  await press('Duplicate campaign', 'menuitem');
  await waitFor(() => expect(address()).toBe('/campaigns/3'));

  await press('Actions for Autumn');
  await press('Save as template', 'menuitem');
  expect(((await screen.findByLabelText('Template name')) as HTMLInputElement).value).toBe('Autumn (Template)');
  await press('Save as template');
  expect((await screen.findAllByText('Template created successfully!')).length).toBeGreaterThan(0);
  expect(sent('POST /campaigns/1/save-as-template/')).toEqual([{ name: 'Autumn (Template)' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 });

  fireEvent.click(screen.getByRole('checkbox', { name: 'Select row: Autumn' }));
  fireEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Archive' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(sent('PATCH /campaigns/')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(names()).toEqual(['Winter']));
});

test('an archived one is moved back', async () => {
  campaigns = [{ ...campaign(1, 'Autumn'), status: 'ARCHIVED' }];
  await show(<ArchivedCampaignsPage />, answers, user);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select row: Autumn' }));
  expect(await screen.findByRole('toolbar', { name: '1 campaign(s) selected' })).toBeTruthy();
  await press('Move back');
  expect(await screen.findByRole('heading', { name: 'No archived campaigns found' })).toBeTruthy();
  expect(campaigns.map(({ status }) => status)).toEqual(['PAUSED']);
});

test('a draft begins with a template, under the name that was given, and is opened', async () => {
  const { sent, address } = await show(<CreateCampaignDialog opened onClose={() => {}} />, answers, user);
  await press(/Email, then call who has a number/, 'radio');
  fill(screen.getByLabelText('Name'), 'Spring');
  await press('Create campaign');
  await waitFor(() => expect(address()).toBe('/campaigns/5'));
  expect(sent('POST /campaigns/templates/create/')).toEqual([
    expect.objectContaining({ template_id: 1, name: 'Spring' }),
  ]);
});

test('an own template is renamed in its place and deleted after a question; the choice goes back to blank', async () => {
  templates = [template(9, 'Spring (Template)')];
  const { sent } = await show(<CreateCampaignDialog opened onClose={() => {}} />, answers, user);
  await press('Edit template Spring (Template)');
  expect(screen.queryByRole('button', { name: /^Edit template Email/ })).toBeNull();
  fill(screen.getByLabelText('Template name'), 'Summer');
  fireEvent.keyDown(screen.getByLabelText('Template name'), { key: 'Enter' });
  await press(/Summer/, 'radio');
  expect(sent('POST /campaigns/')).toEqual([]);
  await press('Edit template Summer');
  await press('Delete template');
  const asked = await screen.findByRole('dialog', { name: 'Delete “Summer”?' });
  expect(asked.textContent).toContain('Campaigns created from it stay as they are.');
  fireEvent.click(within(asked).getByRole('button', { name: 'Delete template' }));
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Summer/ })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Blank campaign/ }).checked).toBe(true);
  expect(isDisabled(screen.getByRole('button', { name: 'Create campaign' }))).toBe(false);
});

test('a click on a heading sorts; filter and sort are there again when the list is opened again', async () => {
  const first = await show(<CampaignsPage onCreate={() => undefined} />, answers, user);
  await press('Reply rate');
  await press('Reply rate');
  fill(screen.getByRole('searchbox', { name: 'Search campaigns' }), 'aut');
  const isAskedFor = (asked: typeof first.asked) => () =>
    expect(asked.at(-1)?.query).toMatchObject({ search: 'aut', sort_field: 'reply_rate', sort_direction: 'desc' });
  await waitFor(isAskedFor(first.asked));
  cleanup();
  const again = await show(<CampaignsPage onCreate={() => undefined} />, answers, user);
  await waitFor(isAskedFor(again.asked));
  cleanup();
  localStorage.setItem('campaigns-view', JSON.stringify({ filters: { search: 3 }, sort: { field: 'password' } }));
  const odd = await show(<CampaignsPage onCreate={() => undefined} />, answers, user);
  await waitFor(() => expect(odd.asked.at(-1)?.query).toMatchObject({ sort_field: 'created_at' }));
});
