// @vitest-environment happy-dom
import type { ApiKey } from '@overture/contract/api-keys';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { ApiPage } from './api-keys-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const key = (changes: Partial<ApiKey> = {}): ApiKey => ({
  ...{ id: 1, name: 'Zapier', kind: 'program', start: 'ovt_live_aB3dE', state: 'active' },
  ...{ scopes: KEY_BUNDLES.write.scopes, ip_allow: [], calls: 1200 },
  ...{ created_by: { id: 4, name: 'Ada Jansen' }, created_at: '2026-11-20T10:00:00Z', expires_at: null },
  ...{ revoked_at: null, last_used_at: null, last_used_ip: null, rotated_from: null },
  ...changes,
});
const secret = 'ovt_live_aB3dEfGhIjKlMnOpQrStUvWxYz0123456789aB3dEfGhIjKlMn';

function begin(keys: ApiKey[], more: Answers = {}) {
  const answers = {
    'GET /api-keys/': { keys },
    'POST /api-keys/': { key: key(), secret },
    'POST /api-keys/1/rotate/': { key: key({ id: 2 }), secret },
    'POST /api-keys/1/revoke/': { key: key({ state: 'ended' }) },
    'GET /api-keys/1/usage/': {
      days: [
        { day: '2026-11-27', calls: 0, refused: 0, limited: 0, failed: 0 },
        { day: '2026-11-28', calls: 1200, refused: 7, limited: 3, failed: 1 },
      ],
    },
    ...more,
  } satisfies Answers;
  return show(<ApiPage />, answers);
}

test('a key is created with what it may do, and is shown once', async () => {
  const { sent } = await begin([]);
  await press('Create API key');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
  expect(await dialog.findByText('Please enter a name.')).toBeTruthy();
  fill(dialog.getByRole('textbox', { name: 'Name' }), ' Zapier ');
  fireEvent.click(dialog.getByRole('radio', { name: /^Read and write:/ }));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Export data' }));
  fireEvent.click(dialog.getByRole('checkbox', { name: /^For an AI assistant/ }));
  fill(dialog.getByRole('textbox', { name: 'Allowed IP addresses' }), '203.0.113.7\n198.51.100.0/24');
  fireEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Copy your API key' }));
  expect((shown.getByRole('textbox', { name: 'API key' }) as HTMLInputElement).value).toBe(secret);
  expect(sent('POST /api-keys/')).toEqual([
    {
      name: 'Zapier',
      scopes: [...KEY_BUNDLES.write.scopes, 'export'],
      kind: 'assistant',
      ip_allow: ['203.0.113.7', '198.51.100.0/24'],
      expires_in_days: null,
    },
  ]);
  fireEvent.click(shown.getByRole('button', { name: 'Done' }));
  await expect.poll(() => screen.queryByText(secret)).toBeNull();
});

test('a refusal keeps what was entered and says why', async () => {
  await begin([], { 'POST /api-keys/': refusal(400, 'api_key_ip_range', "home isn't an IP address or range.") });
  await press('Create API key');
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByRole('textbox', { name: 'Name' }), 'Zapier');
  fireEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
  expect(await dialog.findByText("home isn't an IP address or range.")).toBeTruthy();
  expect((dialog.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Zapier');
});

test('a confirmation is asked for where the session is old, and the key is created after it', async () => {
  let isConfirmed = false;
  const { sent } = await begin([], {
    'POST /api-keys/': () =>
      isConfirmed ? { key: key(), secret } : refusal(403, 'step_up_needed', "Confirm it's you."),
    'GET /user/factors/': { passkeys: [], totp_confirmed_at: null },
    'GET /user/identities/': { has_password: true, identities: [] },
    'POST /user/confirm/': () => {
      isConfirmed = true;
      return { success: true };
    },
  });
  await press('Create API key');
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByRole('textbox', { name: 'Name' }), 'Zapier');
  fireEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
  fill(await screen.findByLabelText('Current password'), 'correct horse');
  await press('Confirm');
  expect(await screen.findByRole('dialog', { name: 'Copy your API key' })).toBeTruthy();
  expect(sent('POST /api-keys/')).toHaveLength(2);
});

test('the list says what each key may do, whether it works, and who made it', async () => {
  await begin([
    key({ scopes: [...KEY_BUNDLES.send.scopes, 'spend'] }),
    key({ id: 2, name: 'n8n', created_by: null, state: 'ending', expires_at: '2026-11-29T10:00:00Z' }),
    key({ id: 3, name: 'Old', state: 'ended', revoked_at: '2026-11-20T10:00:00Z', scopes: ['leads:read'] }),
  ]);
  const row = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent ?? '';
  expect(await row('Zapier')).toContain('Read, write and send, spend credits');
  expect(await row('Zapier')).toContain('1,200 requests');
  expect(await row('n8n')).toContain('No longer in the team');
  expect(await row('n8n')).toMatch(/Replaced.*until/);
  expect(await row('Old')).toMatch(/Revoked.*1 scope/);
});

test('usage is shown by day, and a key is replaced and revoked from there', async () => {
  const { sent } = await begin([key()]);
  fireEvent.click(await screen.findByText('Zapier'));
  const panel = within(await screen.findByRole('dialog', { name: 'Usage of Zapier' }));
  expect(await panel.findByText('1,200 requests in the last 30 days')).toBeTruthy();
  const cells = within(panel.getByRole('table')).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['2026-11-28', '1,200', '7', '3', '1']);
  fireEvent.click(panel.getByRole('button', { name: 'Replace' }));
  const rotate = within(await screen.findByRole('dialog', { name: 'Replace Zapier?' }));
  fireEvent.click(rotate.getByRole('button', { name: 'Replace' }));
  expect(await screen.findByRole('dialog', { name: 'Copy your API key' })).toBeTruthy();
  expect(sent('POST /api-keys/1/rotate/')).toEqual([{ overlap_in_hours: 24, expires_in_days: null }]);
});
