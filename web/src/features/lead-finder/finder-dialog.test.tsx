// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, press, refusal, show } from '../../lib/testing/show.tsx';
import { FinderDialog } from './finder-dialog.tsx';

const user = { organization: { active_subscription: false, branding_settings: {} } };
const remembered = { filters: { job_title: { must: [], can: ['sales'], doesnt: [] } }, prospects_per_company: null };
let listed: string[];
const answers: Answers = {
  'GET /filters/industries/': {},
  'POST /search/5/prospects/': () => ({
    prospects: ['1', '2', '3'].map((id) => ({ id, first_name: `Lead ${id}`, is_in_list: listed.includes(id) })),
    total_prospects: 3,
    remaining_leads: 2 - listed.length,
  }),
  'POST /search/5/prospects/add-to-list/': () => {
    if (listed.length === 2) return refusal(403, 'trial_search_limit', 'trial_search_limit');
    listed = ['1', '2'];
    return { success: true, added_prospects: 2, over_limit_count: 1, prospects: [] };
  },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the finder stays open after leads were added, and says how many and how many are left', async () => {
  listed = [];
  const onClose = vi.fn();
  await show(<FinderDialog searchId={5} remembered={remembered} onClose={onClose} />, answers, user);
  await screen.findByText('2 leads left in your trial');
  await press('Add leads');
  await press('Add all 3', 'menuitem');
  await screen.findByText('2 leads added');
  await screen.findByText("2 leads added. 1 left out because your trial's limit is reached.");
  expect(await screen.findAllByText('In this list')).toHaveLength(2);
  expect(screen.getByText('0 leads left in your trial')).toBeTruthy();
  await press('Add leads');
  await press('Add all 3', 'menuitem');
  await screen.findByText(/^The free trial includes 500 leads from the finder/);
  expect(onClose).not.toHaveBeenCalled();
});
