// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, show } from '../../../lib/testing/show.tsx';
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
const { may_delete: _, ...stored } = search;
const answers: Answers = {
  'GET /filters/industries/': {},
  'GET /finder-searches/': { searches: [search] },
  'PUT /finder-searches/{}/': { search: { ...stored, version: 4 } },
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

test('a saved search with an invalid filter opens with its other filters and can be saved again', async () => {
  const broken = {
    ...search,
    filters: { ...search.filters, seniority: ['Boss'] },
    new_count: null,
    problem: 'Its filters cannot be read any longer. Open it, check the filters and save it.',
  };
  const remembered = { filters: {}, prospects_per_company: null };
  const { sent } = await show(
    <FinderDialog searchId={5} remembered={remembered} savedId={7} onClose={() => undefined} />,
    { ...answers, 'GET /finder-searches/': { searches: [broken] } },
    user,
  );
  await press('Save changes');
  await waitFor(() => expect(sent('PUT /finder-searches/7/')).toMatchObject([{ filters: search.filters, version: 3 }]));
});

test('a new name leaves the stored filters as they are', async () => {
  const broken = { ...search, filters: { ...search.filters, seniority: ['Boss'] } };
  const { sent } = await show(
    <SavedSearchesPage />,
    { ...answers, 'GET /finder-searches/': { searches: [broken] } },
    user,
  );
  await press('Actions of Paper mills');
  await press('Rename or share…', 'menuitem');
  fill(await screen.findByRole('textbox', { name: 'Name' }), 'Mills');
  await press('Save');
  await waitFor(() =>
    expect(sent('PUT /finder-searches/7/')).toMatchObject([{ name: 'Mills', filters: broken.filters }]),
  );
});

test('opening a saved search replaces the tags in the fields', async () => {
  const remembered = { filters: { job_title: { must: [], can: ['welder'], doesnt: [] } }, prospects_per_company: null };
  await show(<FinderDialog searchId={5} remembered={remembered} onClose={() => undefined} />, answers, user);
  await screen.findByText('welder');
  await press('Saved searches');
  await press(/Paper mills/, 'menuitem');
  await screen.findByText('maintenance');
  expect(screen.queryByText('welder')).toBeNull();
});
