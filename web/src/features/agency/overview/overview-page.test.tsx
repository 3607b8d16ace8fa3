// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../../lib/testing/show.tsx';
import { OverviewPage } from './overview-page.tsx';

const row = {
  sent: 0,
  replies: 0,
  positive: 0,
  senders: 2,
  senders_in_need: 0,
  email_credits: 750,
  last_active_at: null as string | null,
};
const clients = [
  { ...row, client_id: 1, name: 'acme', sent: 1200, last_active_at: '2026-11-20T10:00:00.000Z' },
  { ...row, client_id: 2, name: 'Bright', sent: 30, senders_in_need: 1 },
  { ...row, client_id: 3, name: 'Zeta', sent: 400, senders: 0 },
];
const OVERVIEW = 'GET /agency/overview/';
const named = () =>
  screen
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
    .filter((name) => clients.some((client) => client.name === name));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('sorts by each figure and finds by name; a row leads to the client', async () => {
  await show(<OverviewPage />, { [OVERVIEW]: { clients } });
  const link = await screen.findByRole('link', { name: 'acme' });
  expect(link.getAttribute('href')).toBe('/agency/clients/1');
  for (const words of ['1,200', '1 of 2', 'None', 'No senders', '20 Nov 2026']) screen.getByText(words);
  expect(screen.getAllByText('Never')).toHaveLength(2);
  expect(named()).toEqual(['acme', 'Bright', 'Zeta']);
  fireEvent.click(screen.getByRole('button', { name: 'Sent' }));
  expect(named()).toEqual(['Bright', 'Zeta', 'acme']);
  fireEvent.click(screen.getByRole('button', { name: 'Senders needing attention' }));
  fireEvent.click(screen.getByRole('button', { name: 'Senders needing attention' }));
  expect(named()).toEqual(['Bright', 'acme', 'Zeta']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ZET' } });
  await expect.poll(() => named()).toEqual(['Zeta']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
  await screen.findByText('No matching clients');
});

test('asks for the period', async () => {
  const { asked } = await show(<OverviewPage />, { [OVERVIEW]: { clients } });
  fireEvent.click(await screen.findByRole('combobox', { name: 'Period' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Past 7 days', hidden: true }));
  await expect.poll(() => asked.map(({ query }) => query.days)).toEqual(['30', '7']);
});

test('without clients it leads to them; a failure can be tried again', async () => {
  await show(<OverviewPage />, { [OVERVIEW]: { clients: [] } });
  expect((await screen.findByRole('link', { name: 'Go to clients' })).getAttribute('href')).toBe('/agency/clients');
  cleanup();
  await show(<OverviewPage />, { [OVERVIEW]: refusal(500, 'internal', 'Away.') });
  await screen.findByRole('button', { name: /again/i });
});
