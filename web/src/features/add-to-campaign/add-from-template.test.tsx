// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../lib/testing/show.tsx';
import { AddToCampaignDialog } from './add-to-campaign-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { organization: { email_credits: 100, branding_settings: { campaign_creation_enabled: true } } };
const template = {
  id: 3,
  name: 'Email: short introduction',
  description: 'Two mails.',
  created_at: null,
  first_step: null,
  first_condition: null,
  steps: [],
  conditions: [],
};
const made = { id: 9, name: template.name, status: 'DRAFT', total_prospects: 0 };

test('a campaign is made from a template on the way and takes the leads, so many of each company', async () => {
  let campaigns: object[] = [];
  const { sent, address } = await show(
    <AddToCampaignDialog source={{ kind: 'search', id: 5 }} leads={{ amount: 50 }} count={50} onClose={() => {}} />,
    {
      'GET /campaigns/': () => ({ campaigns }),
      'GET /campaigns/templates/': { organization: [], agency: [], default: [template] },
      'POST /campaigns/templates/create/': () => {
        campaigns = [made];
        return { campaign: made };
      },
      'POST /campaigns/{}/check-duplicates/': ({ body }) => {
        const will_be_added = (body as { prospects_per_company: number | null }).prospects_per_company ? 12 : 50;
        const left = {
          duplicate_count: 0,
          company_limit_count: 50 - will_be_added,
          excluded_domains_count: 0,
          suppressed_count: 0,
          locked_count: 0,
          company_wait_count: 0,
        };
        return { total_prospects: 50, will_be_added, ...left };
      },
      'POST /campaigns/{}/enrichment-costs/': { enrichment_costs: 0 },
      'POST /campaigns/{}/missing-data/': { has_missing_data: false },
      'POST /search/5/prospects/add-to-campaign/': { added: 12 },
    },
    user,
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('button', { name: /^Create a blank campaign/ })).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Add to campaign' })).toBeNull();
  await press(/^Create from a template/);
  await press(/Email: short introduction/, 'radio');
  await press('Create campaign');
  const chosen = await dialog.findByRole<HTMLInputElement>('radio', { name: /Email: short introduction/ });
  await waitFor(() => expect(chosen.checked).toBe(true));
  expect(await dialog.findByText('50 / 50')).toBeTruthy();
  fireEvent.click(dialog.getByRole('switch', { name: 'Limit leads per company' }));
  expect(await dialog.findByText('12 / 50')).toBeTruthy();
  await press('Add to campaign');
  expect(await screen.findByText('Leads added to campaign.')).toBeTruthy();
  expect(sent('POST /search/5/prospects/add-to-campaign/')).toMatchObject([
    { campaign: 9, amount: 50, prospects_per_company: 3 },
  ]);
  await waitFor(() => expect(address()).toBe('/campaigns/9'));
});

test('a blank campaign is created when its name is confirmed; leaving before that creates nothing', async () => {
  let campaigns: object[] = [];
  const { sent, asked } = await show(
    <AddToCampaignDialog source={{ kind: 'search', id: 5 }} leads={{ amount: 50 }} count={50} onClose={() => {}} />,
    {
      'GET /campaigns/': () => ({ campaigns }),
      'POST /campaigns/': ({ body }) => {
        campaigns = [{ ...made, name: (body as { name: string }).name }];
        return { campaign: campaigns[0] };
      },
    },
    user,
  );
  await press(/^Create a blank campaign/);
  const name = await screen.findByLabelText('Name');
  expect(document.activeElement).toBe(name);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create campaign' }).disabled).toBe(true);
  await press('Back to campaigns');
  await press(/^Create a blank campaign/);
  expect(asked.some(({ call }) => call === 'POST /campaigns/')).toBe(false);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Spring ' } });
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter' });
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: /Spring/ });
  await waitFor(() => expect(chosen.checked).toBe(true));
  expect(sent('POST /campaigns/')).toMatchObject([{ name: 'Spring' }]);
});
