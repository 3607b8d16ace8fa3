// @vitest-environment happy-dom
import type { Campaign } from '@overture/contract/campaigns';
import { DEFAULT_FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { DEFAULT_SENDING_WINDOW } from '@overture/domain/sending/sending-window';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, isDisabled, press, show } from '../../lib/testing/show.tsx';
import { SettingsPanel } from './settings-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const campaign = {
  id: 7,
  name: 'Spring',
  status: 'DRAFT',
  timezone: 'UTC',
  language: 'en',
  linkedin_account_id: null,
  email_account_id: null,
  linkedin_max_connections: 20,
  linkedin_max_messages: 40,
  email_max_messages: 40,
  sending_window: DEFAULT_SENDING_WINDOW,
  steps: [],
  conditions: [],
} as unknown as Campaign;
const sender = { status: 'OK', picture_url: null, held_until: null, action_holds: [] };
const senders = [
  { ...sender, id: 4, account_type: 'LINKEDIN', name: 'Ada on LinkedIn', email: null, tier: 'CLASSIC' },
  { ...sender, id: 5, account_type: 'IMAP', name: 'Ada', email: 'ada@corp.example', tier: null },
];

test('a sender of each channel, and limits of which only those within the bounds are saved', async () => {
  const onClose = vi.fn();
  const { sent } = await show(
    <SettingsPanel campaign={campaign} onClose={onClose} />,
    {
      'GET /accounts/': { accounts: senders },
      'PUT /campaigns/7/': ({ body }) => ({ campaign: { ...campaign, ...(body as object) } }),
    },
    { organization: { branding_settings: DEFAULT_FEATURE_FLAGS } },
  );
  const choice = await screen.findByRole('combobox', { name: 'LinkedIn account' });
  await waitFor(() => expect(isDisabled(choice)).toBe(false));
  fireEvent.click(choice);
  await press(/Ada on LinkedIn/, 'option');
  const connections = screen.getByLabelText('Connections a day');
  fill(connections, '51');
  expect(await screen.findByText('Choose a number from 1 to 50.')).toBeTruthy();
  await press('Save');
  expect(sent('PUT /campaigns/7/')).toEqual([]);
  fill(connections, '50');
  await waitFor(() => expect(screen.queryByText('Choose a number from 1 to 50.')).toBeNull());
  await press('Save');
  expect(await screen.findByText('Settings updated successfully')).toBeTruthy();
  expect(sent('PUT /campaigns/7/')).toMatchObject([{ linkedin_account_id: 4, linkedin_max_connections: 50 }]);
  expect(onClose).toHaveBeenCalled();
});
