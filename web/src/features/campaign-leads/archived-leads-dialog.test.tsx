// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../lib/testing/show.tsx';
import { ArchivedLeadsDialog } from './archived-leads-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const lead = (id: number, first_name: string) => ({
  id,
  first_name,
  last_name: 'Hopper',
  email: null,
  company_name: 'Northlight',
  campaign_status: 'SCHEDULED',
  archived_at: '2026-11-20T10:00:00.000Z',
});

test('an archived lead is restored alone or with its page, and leaves the list', async () => {
  let leads = [lead(1, 'Grace'), lead(2, 'Alan'), lead(3, 'Ada')];
  const { sent } = await show(<ArchivedLeadsDialog campaignId={7} onClose={() => {}} />, {
    'GET /campaigns/7/archived-prospects/': () => ({ leads, total: leads.length }),
    'POST /campaigns/7/restore-prospects/': ({ body }) => {
      const { prospect_ids } = body as { prospect_ids: number[] };
      leads = leads.filter(({ id }) => !prospect_ids.includes(id));
      return { success: true, amount: prospect_ids.length };
    },
  });
  await press('Restore Grace Hopper');
  expect(await screen.findByText('1 lead restored.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Grace Hopper')).toBeNull());
  await press('Restore all 2 on this page');
  expect(await screen.findByText('No archived leads')).toBeTruthy();
  expect(sent('POST /campaigns/7/restore-prospects/')).toEqual([{ prospect_ids: [1] }, { prospect_ids: [2, 3] }]);
});
