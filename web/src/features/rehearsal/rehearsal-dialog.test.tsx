// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { RehearsalDialog } from './rehearsal-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const day = {
  date: '2026-11-20',
  total: 2,
  emails: 2,
  invites: 0,
  messages: 0,
  inmails: 0,
  visits: 0,
  likes: 0,
  withdrawals: 0,
  others: 0,
};
const sender = { id: 3, name: 'Ada', email: 'ada@mine.example', picture_url: null, account_type: 'IMAP', status: 'OK' };
const rehearsal = (replied: number) => ({
  starts_at: '2026-11-19T08:00:00.000Z',
  timezone: 'UTC',
  finishes_at: '2026-11-24T08:00:00.000Z',
  last_action_at: '2026-11-24T08:00:00.000Z',
  leads: { total: 5, completed: 5 - replied, replied, failed: 0, open: 0 },
  leads_left_out: 0,
  senders: [{ account: sender, days: [day] }],
  calls: [],
  bottleneck: { text: 'Emails of this campaign: 2 a day', rule: 'total_limit', lead_days: 4 },
  failures: [],
  skips: [],
  held: [],
  has_natural_rhythm: true,
  other_campaigns: 0,
  assumptions: { accept_rate: 30, reply_rate: 10, accept_after_in_hours: 48, reply_after_in_hours: 24 },
});

test('days, finish and bottleneck are shown and refetched when a rate changes', async () => {
  const { sent } = await show(
    <RehearsalDialog
      campaign={{ id: 7, steps: [], conditions: [] } as never}
      accounts={{ linkedin_account_id: null, email_account_id: 3 }}
      onClose={() => {}}
    />,
    {
      'POST /campaigns/7/rehearsal/': ({ body }) => ({
        rehearsal: rehearsal((body as { reply_rate: number }).reply_rate === 100 ? 5 : 0),
      }),
    },
  );
  expect(await screen.findByText('Last lead finishes')).toBeTruthy();
  expect(screen.getByText('Emails of this campaign: 2 a day')).toBeTruthy();
  expect(screen.getByRole('table').textContent).toContain('2 emails');
  expect(screen.getByText(/^With natural rhythm a mailbox sends slightly less/)).toBeTruthy();
  const replies = screen.getByRole('slider', { name: 'Leads who reply' });
  for (let press = 0; press < 20; press += 1) fireEvent.keyDown(replies, { key: 'ArrowRight' });
  expect(await screen.findByText('0 completed, 5 replied, 0 failed')).toBeTruthy();
  // Asked for what stands at the end, not for every step on the way there.
  expect(sent('POST /campaigns/7/rehearsal/')).toHaveLength(2);
});
