// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { CallsCard } from './calls-card.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 1, role: 'USER', organization: { is_whitelabel: false, is_agency: false } };
const query = { start_date: '2026-03-02', end_date: '2026-03-08', time_zone: 'Europe/Berlin', campaigns: [7] };
const CALL = 'GET /dashboard/calls/';
const none = { time_zone: 'Europe/Berlin', calls: 0, connected: 0, hours: [], people: [] };

test('calls have their rate by hour and by person', async () => {
  const calls = {
    ...none,
    calls: 8,
    connected: 2,
    hours: [
      { hour: 9, calls: 6, connected: 2 },
      { hour: 11, calls: 2, connected: 0 },
    ],
    people: [
      { id: 1, name: 'Ada', calls: 7, connected: 2, outcomes: [{ outcome: 'interested', calls: 2 }] },
      { id: null, name: null, calls: 1, connected: 0, outcomes: [{ outcome: 'busy', calls: 1 }] },
    ],
  };
  await show(<CallsCard query={query} />, { [CALL]: { calls } }, user);
  const card = within(await screen.findByRole('region', { name: 'Calls' }));
  expect(card.getAllByRole('definition').map((one) => one.textContent)).toEqual(['8', '2', '25%']);
  expect(card.getAllByRole('listitem').map((one) => one.title)).toEqual([
    '9:00: 6 calls, 33% reached',
    '10:00: 0 calls, 0% reached',
    '11:00: 2 calls, 0% reached',
  ]);
  expect(card.getAllByRole('row').map((one) => one.textContent)).toEqual([
    'PersonCallsConnect rateOutcomes',
    'Ada729%Interested 2',
    'People who left10%Busy 1',
  ]);
});

test('nothing is shown without a call, and a failure has words', async () => {
  await show(<CallsCard query={query} />, { [CALL]: { calls: none } }, user);
  expect(screen.queryByRole('region', { name: 'Calls' })).toBeNull();
  cleanup();
  await show(<CallsCard query={query} />, { [CALL]: () => new Response('', { status: 500 }) }, user);
  expect(await screen.findByText("Couldn't load the calls.")).toBeTruthy();
});
