// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { MeetingsCard } from './meetings-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 1, role: 'USER', organization: { is_whitelabel: false, is_agency: false } };
const query = { start_date: '2026-03-02', end_date: '2026-03-08', time_zone: 'Europe/Berlin', campaigns: [7] };
const CALL = 'GET /dashboard/meetings/';
const counts = { booked: 12, moved: 3, cancelled: 2, no_show: 1 };
const meetings = { has_meetings: true, time_zone: 'Europe/Berlin', ...counts, people: [] };

test('meetings are counted in all and by person', async () => {
  const people = [{ id: 1, name: 'Ada Jansen', booked: 9, moved: 2, cancelled: 1, no_show: 0 }];
  await show(<MeetingsCard query={query} />, { [CALL]: { meetings: { ...meetings, people } } }, user);
  const card = within(await screen.findByRole('region', { name: 'Meetings' }));
  expect(card.getAllByRole('definition').map((one) => one.textContent)).toEqual(['12', '3', '2', '1']);
  const row = within(card.getByText('Ada Jansen').closest('tr')!);
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['9', '2', '1', '0']);
});

test('nothing is shown before the first meeting, and a failure has words', async () => {
  await show(<MeetingsCard query={query} />, { [CALL]: { meetings: { ...meetings, has_meetings: false } } }, user);
  expect(screen.queryByRole('region', { name: 'Meetings' })).toBeNull();
  cleanup();
  await show(<MeetingsCard query={query} />, { [CALL]: () => new Response('', { status: 500 }) }, user);
  expect(await screen.findByText("Couldn't load the meetings.")).toBeTruthy();
});
