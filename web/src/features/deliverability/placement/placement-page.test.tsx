// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../../lib/testing/show.tsx';
import { PlacementPage } from './placement-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const figure = (inbox: number, counted: number, bounds: [number, number] | null = null) => ({
  ...{ inbox, tab: 0, spam: counted - inbox, missing: 0, counted },
  ...{ low: bounds?.[0] ?? null, high: bounds?.[1] ?? null },
});
const found = {
  ...{ days: 30, seeds_heard: 6, seeds_needed: 5, open: 1, fall: null },
  total: figure(14, 20, [48.1, 85.45]),
  senders: [{ account_id: 7, ...figure(14, 20, [48.1, 85.45]) }],
  providers: [{ provider_group: 'google', ...figure(3, 4) }],
  texts: [
    {
      campaign_id: 1,
      campaign_name: 'Spring',
      node_id: 2,
      subject: null,
      variant: 'b',
      ...figure(14, 20, [48.1, 85.45]),
    },
  ],
};
const seed = {
  ...{ id: 3, email: 'seed@gmail.com', provider_group: 'google', status: 'refused' },
  ...{ reason: 'Invalid credentials', read_at: null, created_at: '2026-11-29T10:00:00.000Z' },
};
const rule = { is_on: true, every_nth: 10, most_a_day: 3 };
const seeds = { seed_mailboxes: [seed], max_seed_mailboxes: 50, rule };
const accounts = { accounts: [{ id: 7, email: 'ada@acme.example', name: 'Ada', account_type: 'IMAP', status: 'OK' }] };
const answers = { 'GET /placement/': found, 'GET /seed-mailboxes/': seeds, 'GET /accounts/': accounts };

test('shares by provider, sender and text come with their interval, small ones without', async () => {
  await show(<PlacementPage />, answers, { role: 'USER' });
  const group = async (name: string) => within(await screen.findByRole('region', { name }));
  expect((await group('By sender')).getByText('ada@acme.example')).toBeTruthy();
  expect((await group('By sender')).getByText(/between 48 and 85 %/)).toBeTruthy();
  expect((await group('By provider')).getByText('3 of 4')).toBeTruthy();
  expect((await group('By text')).getByText('Follow-up without a subject')).toBeTruthy();
  expect((await group('By text')).getByText('Spring · variant B')).toBeTruthy();
  expect(screen.getByText('1 copy is on its way or still searched.')).toBeTruthy();
  expect(screen.getByText('Invalid credentials')).toBeTruthy();
});

test('the rule is saved, and an emptied figure is not', async () => {
  const { sent } = await show(
    <PlacementPage />,
    { ...answers, 'PUT /placement/rule/': { rule: { ...rule, every_nth: 5 } } },
    { role: 'USER' },
  );
  const every = await screen.findByLabelText('Copy one of so many emails of a sender');
  fill(every, '');
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  fill(every, '5');
  await press('Save');
  expect(sent('PUT /placement/rule/')).toEqual([{ ...rule, every_nth: 5 }]);
});

test('a mailbox needs an address, a password and a server', async () => {
  const { sent } = await show(<PlacementPage />, answers, { role: 'USER' });
  await press('Add seed mailbox');
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByLabelText('Email address'), 'seed2@gmail.com');
  fill(dialog.getByLabelText('Port'), '70000');
  dialog.getByRole('button', { name: 'Add seed mailbox' }).click();
  expect(await dialog.findByText('Enter the password.')).toBeTruthy();
  expect(dialog.getByText('Enter the name of the server.')).toBeTruthy();
  expect(dialog.getByText('Enter a port from 1 to 65535.')).toBeTruthy();
  expect(sent('POST /seed-mailboxes/')).toEqual([]);
});

test('people without the right see figures and change nothing', async () => {
  await show(<PlacementPage />, answers, { role: 'RESTRICTED' });
  expect(await screen.findByText('seed@gmail.com')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add seed mailbox' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a failure can be tried again', async () => {
  await show(
    <PlacementPage />,
    { ...answers, 'GET /placement/': refusal(500, 'internal', 'It broke.') },
    { role: 'USER' },
  );
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
