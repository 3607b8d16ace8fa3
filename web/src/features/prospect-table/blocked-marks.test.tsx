// @vitest-environment happy-dom
import type { Prospect } from '@overture/contract/prospects';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { leadColumn } from '../leads/index.ts';
import { BlockedMarks, withBlockedMarks } from './blocked-marks.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const lead = (id: number, first_name: string) =>
  ({ id, first_name, last_name: '', profile_picture_url: null }) as Prospect;
const rows = [lead(1, 'Ada'), lead(2, 'Bob'), lead(3, 'Eve')];

function Names() {
  const [column] = withBlockedMarks([leadColumn<Prospect>('name')]);
  return (
    <BlockedMarks rows={rows}>
      {rows.map((row) => (
        <p key={row.id}>{column?.cell(row)}</p>
      ))}
    </BlockedMarks>
  );
}

test('leads that campaigns do not contact are marked with the reason', async () => {
  const { asked } = await show(<Names />, {
    'GET /prospects/blocked/': {
      leads: [
        { prospect_id: 1, reason: 'excluded_domain' },
        { prospect_id: 3, reason: 'unsubscribe' },
      ],
    },
    'GET /touch-locks/leads/': {
      leads: [
        {
          prospect_id: 2,
          campaign_name: 'Spring',
          sender: 'Anna',
          reason: 'finished',
          until: '2027-03-03T12:00:00.000Z',
        },
        { prospect_id: 3, campaign_name: 'Spring', sender: 'Anna', reason: 'in_contact' },
      ],
    },
  });
  const locked = await screen.findByRole('img', { name: /^Contacted by Anna in the campaign "Spring", until / });
  expect(locked.closest('p')?.textContent).toContain('Bob');
  expect(
    (await screen.findByRole('img', { name: 'Do not contact: Excluded domain' })).closest('p')?.textContent,
  ).toContain('Ada');
  expect(screen.getByRole('img', { name: 'Do not contact: Unsubscribed' }).closest('p')?.textContent).toContain('Eve');
  expect(screen.getAllByRole('img', { name: /^Do not contact/ })).toHaveLength(2);
  expect(asked.filter(({ call }) => call === 'GET /prospects/blocked/')).toHaveLength(1);
});
