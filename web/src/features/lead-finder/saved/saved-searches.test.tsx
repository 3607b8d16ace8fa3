// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, press, show } from '../../../lib/testing/show.tsx';
import { FinderDialog } from '../finder-dialog.tsx';
import { SavedSearchesPage } from './saved-searches-page.tsx';

const user = { organization: { active_subscription: true, branding_settings: {} } };
const search = {
  id: 7,
  name: 'Paper mills',
  is_own: false,
  search_id: 5,
  filters: { job_title: { must: [], can: ['maintenance'], doesnt: ['intern'] }, company_size: ['250 - 1000'] },
  prospects_per_company: null,
  leaves_out: ['crm'],
  new_after: '1200',
  new_since: '2026-11-23T08:00:00.000Z',
  new_count: 12,
  counted_at: '2026-11-30T08:00:00.000Z',
  problem: null,
  is_mailed: true,
  version: 3,
  may_delete: true,
};
const answers: Answers = {
  'GET /filters/industries/': {},
  'GET /finder-searches/': { searches: [search] },
  'PUT /finder-searches/{}/': { search: { ...search, version: 4 } },
  'POST /search/5/prospects/': { prospects: [], total_prospects: 0, remaining_leads: 50_000 },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the page says what is new, in which filters, and stops the email', async () => {
  const { sent } = await show(
    <SavedSearchesPage />,
    { ...answers, 'PUT /finder-searches/{}/mail/': { success: true } },
    user,
  );
  await screen.findByText('12 new leads, counted 30 Nov 2026');
  expect(screen.getByText('maintenance · not intern · 250 - 1000')).toBeTruthy();
  expect(screen.getByText('Shared')).toBeTruthy();
  await press('Monday email for Paper mills', 'switch');
  await waitFor(() => expect(sent('PUT /finder-searches/7/mail/')).toEqual([{ is_on: false }]));
});

test('an opened search asks for its new leads first, and for all of them by choice', async () => {
  const remembered = { filters: {}, prospects_per_company: null };
  const { sent } = await show(
    <FinderDialog searchId={5} remembered={remembered} savedId={7} onClose={() => undefined} />,
    answers,
    user,
  );
  await screen.findByText('No new leads since 23 Nov 2026');
  const asked = () => sent('POST /search/5/prospects/').map((body) => (body as { loaded_after?: string }).loaded_after);
  expect(asked()).toContain('1200');
  await press('All', 'radio');
  await screen.findByText('No leads found');
});
