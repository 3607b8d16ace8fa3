// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, show } from '../../lib/testing/show.tsx';
import { AddLeadsDialog } from './add-leads-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the leads of a list are counted with what they would cost and what they lack', async () => {
  const counts = { total_prospects: 3, will_be_added: 3, duplicate_count: 0, company_limit_count: 0 };
  const lacking = { prospect_id: 8, first_name: 'Cleo', last_name: 'Park', missing_variables: ['job_title'] };
  const answers: Answers = {
    'GET /searches/': { searches: [{ id: 5, name: 'Fair', total_prospects: 3 }] },
    'POST /campaigns/5/check-duplicates/': { ...counts, excluded_domains_count: 0, suppressed_count: 0 },
    'POST /campaigns/7/enrichment-costs/': {
      enrichment_costs: 99,
      lookups: [{ lookup: 'FIND_EMAIL', leads: 3, credits: 9 }],
    },
    'GET /campaigns/': { campaigns: [{ id: 7, status: 'ACTIVE' }] },
    'POST /campaigns/7/missing-data/': {
      has_missing_data: true,
      total_missing_data: 1,
      total_prospects: 3,
      prospects_with_missing_data: [lacking],
    },
  };
  const user = { organization: { email_credits: 10 } };
  await show(<AddLeadsDialog campaignId={7} onClose={() => {}} />, answers, user);
  fireEvent.click(await screen.findByPlaceholderText('Choose a lead list'));
  fireEvent.click(await screen.findByText(/^Fair/));
  expect(await screen.findByText('3 / 3')).toBeTruthy();
  expect((await screen.findByRole('status')).textContent).toContain('99');
  expect(await screen.findByText(/May look up 3 emails \(up to 9 credits\)/)).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: /^Look up missing contact data/ }));
  expect(screen.getByRole('status').textContent).toContain('90');
  expect(await screen.findByText('1 lead is missing data that a message needs')).toBeTruthy();
});
