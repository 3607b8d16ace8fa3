// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../lib/testing/show.tsx';
import { ExportsPage } from './exports-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LIST = 'GET /scheduled-exports/';
const listOf = (...exports: object[]) => ({ time_zone: 'Europe/Berlin', exports, max_exports: 20 });
const weekly = {
  ...{
    id: 3,
    kind: 'list_leads',
    name: 'Mills',
    search_id: 7,
    campaign_id: null,
    every: 'week',
    hour: 8,
    delivery: 'email',
  },
  ...{ next_at: '2026-12-07T07:00:00.000Z', stopped: null },
};

test('scheduled exports say when they come next, and why they stopped', async () => {
  const stopped = { ...weekly, id: 4, next_at: null, stopped: 'Its list was deleted.' };
  await show(<ExportsPage link={undefined} />, { [LIST]: listOf(weekly, stopped) });
  expect((await screen.findAllByText('Leads of a list: Mills')).length).toBe(2);
  expect(screen.getByText(/Next: /)).toBeTruthy();
  expect(screen.getByText('Its list was deleted.')).toBeTruthy();
});

test('the first one is scheduled from the empty page, and asks for a list', async () => {
  const create = vi.fn(() => listOf(weekly));
  await show(<ExportsPage link={undefined} />, {
    [LIST]: listOf(),
    'POST /scheduled-exports/': create,
    'GET /searches/': { searches: [{ id: 7, name: 'Mills' }] },
  });
  expect(await screen.findByText('No scheduled exports')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule export' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Schedule export' }));
  expect(await dialog.findByText('Please choose a list.')).toBeTruthy();
  expect(create).not.toHaveBeenCalled();
});

test('a mailed link that has expired says so', async () => {
  await show(<ExportsPage link={9} />, {
    [LIST]: listOf(weekly),
    'GET /scheduled-exports/links/9/': refusal(404, 'not_found', 'Not found.'),
  });
  expect(await screen.findByText('This link has expired, or it belongs to someone else.')).toBeTruthy();
});

test('a mailed link whose list was deleted says so, and offers no file', async () => {
  const { kind, name, campaign_id } = weekly;
  await show(<ExportsPage link={9} />, {
    [LIST]: listOf(weekly),
    'GET /scheduled-exports/links/9/': {
      ...{ kind, name, campaign_id, search_id: null, time_zone: 'Europe/Berlin' },
      ...{ start_date: '2026-11-23', end_date: '2026-11-29' },
      expires_at: '2026-12-07T07:00:00.000Z',
    },
  });
  expect(await screen.findByText('Its list was deleted.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('an export by webhook says so, and the dialog sends the choice', async () => {
  const create = vi.fn(() => listOf(weekly));
  const hook = { ...weekly, kind: 'suppressions', name: '', search_id: null, delivery: 'webhook' };
  await show(<ExportsPage link={undefined} />, { [LIST]: listOf(hook), 'POST /scheduled-exports/': create });
  expect(await screen.findByText(/by webhook/)).toBeTruthy();
  expect(screen.getByText('Suppression list')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule export' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Activity of all campaigns' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Webhook' }));
  expect(dialog.getByText(/export\.ready/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Schedule export' }));
  await expect.poll(() => create.mock.calls.length).toBe(1);
  expect(create.mock.calls[0]).toMatchObject([
    { body: { kind: 'activities', every: 'week', hour: 8, delivery: 'webhook' } },
  ]);
});

test('a refused webhook says what is missing', async () => {
  const details = { delivery: 'Please add a webhook that receives exports first.' };
  await show(<ExportsPage link={undefined} />, {
    [LIST]: listOf(weekly),
    'POST /scheduled-exports/': refusal(400, 'validation_failed', 'Please check the highlighted fields.', details),
    'GET /searches/': { searches: [] },
  });
  expect(await screen.findByText('Leads of a list: Mills')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule export' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Suppression list' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Schedule export' }));
  expect(await dialog.findByText(details.delivery)).toBeTruthy();
});
