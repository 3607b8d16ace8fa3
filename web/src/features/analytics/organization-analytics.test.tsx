// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../lib/testing/show.tsx';
import { OrganizationAnalyticsSection } from './organization-analytics.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const totals = {
  amount_of_emails_sent: 2,
  amount_of_invites_sent: 0,
  amount_of_invites_accepted: 0,
  amount_of_linkedin_messages_sent: 0,
  amount_of_prospects_contacted: 2,
  amount_of_replies: 0,
  amount_of_interested: 0,
  daily_metrics: [],
};
const campaign = {
  id: 7,
  name: 'Spring outreach',
  status: 'ACTIVE',
  total_prospects: 2,
  total_contacted: 2,
  total_replies: 0,
  reply_rate: 0,
};

test('numbers over all campaigns, the campaigns behind them, and which of them does best', async () => {
  const { address } = await show(
    <OrganizationAnalyticsSection hasCampaigns />,
    {
      'GET /dashboard/organization-campaign-analytics/': { analytics: totals },
      'GET /dashboard/campaign-analytics/': { campaigns: [campaign], total_campaigns: 1 },
      'GET /campaigns/': { campaigns: [campaign] },
      'GET /accounts/': { accounts: [] },
    },
    { organization: { active_subscription: true } },
  );
  expect(await screen.findByRole('heading', { name: 'Organization analytics' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Leads contacted ?2/ })).toBeTruthy();
  await press('Performance', 'tab');
  expect(await screen.findByRole('heading', { name: 'Top-performing campaigns' })).toBeTruthy();
  await press('Campaigns', 'tab');
  await press(/Spring outreach/, 'row');
  await waitFor(() => expect(address()).toBe('/campaigns/7'));
});
