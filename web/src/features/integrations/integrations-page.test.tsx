// @vitest-environment happy-dom
import type { Integration } from '@overture/contract/integrations';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../../lib/api/live.ts';
import { type Answers, press, refusal, show as showTo } from '../../lib/testing/show.tsx';
import { IntegrationsPage } from './integrations-page.tsx';
import { PushMenu } from './push-menu.tsx';
import { PushWatcher } from './push-watcher.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 1, role: 'USER', organization: { is_whitelabel: false, is_agency: false } };
const show = (element: ReactElement, answers: Answers) => showTo(element, answers, user);

const crm = (changes: Partial<Integration> = {}): Integration => ({
  integration_type: 'HUBSPOT',
  name: 'First CRM',
  connected: true,
  needs_reconnect: false,
  missing_grant: null,
  is_configured: true,
  missing_settings: [],
  has_boards: false,
  account_name: 'Acme',
  account_url: null,
  connected_at: null,
  sync: [],
  sync_board_id: null,
  sync_stage: null,
  owner_kind: 'none',
  owner_column_id: null,
  owner_id: null,
  interest: 'deal',
  calls_today: 12,
  pause_reason: null,
  paused_until: null,
  ...changes,
});
const boards = crm({ integration_type: 'MONDAY', name: 'Board CRM', has_boards: true });
const off = crm({ integration_type: 'PIPEDRIVE', name: 'Other CRM', connected: false });
const push = {
  id: 7,
  integration_type: 'HUBSPOT',
  name: 'First CRM',
  state: 'done',
  total_count: 2,
  pushed_count: 1,
  failed_count: 1,
  created_count: 1,
  error: null,
  paused_until: null,
  created_at: '2026-11-20T10:00:00.000Z',
};
const none = { state: undefined, code: undefined, error: undefined };
const base = {
  'GET /integrations/': { success: true, integrations: [crm(), off] },
  'GET /integrations/pushes/': { pushes: [push] },
  'GET /booking-connections/': { booking_connections: [], max_booking_connections: 50 },
};

test('a missing permission is shown beside the reconnect button', async () => {
  const integrations = [
    crm({ missing_grant: 'reference' }),
    crm({
      integration_type: 'PIPEDRIVE',
      name: 'Other CRM',
      connected: false,
      needs_reconnect: true,
      missing_grant: 'scopes',
    }),
  ];
  await show(<IntegrationsPage answer={none} />, { ...base, 'GET /integrations/': { success: true, integrations } });
  await screen.findByRole('article', { name: 'First CRM' });
  const card = (name: string) => within(screen.getByRole('article', { name }));
  expect(card('First CRM').getByText(/didn't let us add our own field/)).toBeTruthy();
  expect(card('First CRM').getByRole('button', { name: 'Reconnect' })).toBeTruthy();
  expect(card('Other CRM').getByText(/requires a permission this connection doesn't have/)).toBeTruthy();
  expect(card('Other CRM').getByRole('button', { name: 'Reconnect' })).toBeTruthy();
});

test('the mapping is changed and saved; a field that is gone is seen', async () => {
  const { sent } = await show(<IntegrationsPage answer={none} />, {
    ...base,
    'GET /integrations/HUBSPOT/fields/': {
      success: true,
      fields: [{ name: 'email', label: 'Email', required: true, type: 'email' }],
    },
    'GET /integrations/HUBSPOT/field-mappings/': {
      success: true,
      is_default: false,
      mappings: [
        { hubspotField: 'email', prospectField: 'email', overwrites: false },
        { hubspotField: 'gone', prospectField: 'location', overwrites: false },
      ],
    },
    'POST /integrations/HUBSPOT/field-mappings/': ({ body }) => ({
      success: true,
      is_default: false,
      mappings: (body as { mappings: object[] }).mappings,
    }),
  });
  await screen.findByText('Acme');
  await press('Field mapping');
  await screen.findByDisplayValue('gone (no longer in the CRM)');
  await press('Remove row 2');
  await press('Save mapping');
  await screen.findByText('Mapping saved');
  expect(sent('POST /integrations/HUBSPOT/field-mappings/')).toEqual([
    { board_id: null, mappings: [{ hubspotField: 'email', prospectField: 'email', overwrites: false }] },
  ]);
});

test('who owns what is made there is chosen from the users of the CRM', async () => {
  const { sent } = await show(<IntegrationsPage answer={none} />, {
    ...base,
    'GET /integrations/': { success: true, integrations: [crm({ owner_kind: 'user', owner_id: '7' }), off] },
    'GET /integrations/HUBSPOT/owners/': { owners: [{ id: '7', name: 'Ann Sample' }] },
    'PUT /integrations/HUBSPOT/settings/': { success: true, integration: crm() },
  });
  await press('Sync and log');
  await screen.findByDisplayValue('Always the same person');
  await screen.findByDisplayValue('Ann Sample');
  await press('Save');
  await screen.findByText('Saved');
  expect(sent('PUT /integrations/HUBSPOT/settings/')).toEqual([
    { sync: [], board_id: null, stage: null, owner_kind: 'user', owner_id: '7', owner_column_id: null },
  ]);
});

test('coming back from the page of consent connects once, and says why it did not', async () => {
  const { sent } = await show(<IntegrationsPage answer={{ ...none, state: 'PIPEDRIVE.abc', code: 'xyz' }} />, {
    ...base,
    'POST /integrations/PIPEDRIVE/oauth/': refusal(400, 'crm_consent_expired', 'This sign-in expired.'),
  });
  expect(await screen.findByText('This sign-in expired.')).toBeTruthy();
  expect(sent('POST /integrations/PIPEDRIVE/oauth/')).toEqual([{ state: 'PIPEDRIVE.abc', code: 'xyz' }]);
});

test('what was not pushed says why, and is tried again', async () => {
  const { sent } = await show(<IntegrationsPage answer={none} />, {
    ...base,
    'GET /integrations/pushes/7/': { push, errors: [{ prospect_id: 1, name: 'Ada', error: 'Company is required.' }] },
    'POST /integrations/pushes/7/retry/': { push },
  });
  await press('Show what failed');
  expect(await screen.findByText('Company is required.')).toBeTruthy();
  await press('Try again');
  await expect.poll(() => sent('POST /integrations/pushes/7/retry/')).toHaveLength(1);
});

test('leads are pushed from the menu; a CRM with boards asks for one; the answer is said', async () => {
  const onPushed = vi.fn();
  const menu = <PushMenu leads={() => ({ prospect_ids: [1, 2], search_id: 5 })} count={2} onPushed={onPushed} />;
  const answer = {
    success: true,
    pushed_count: 1,
    total_count: 2,
    errors: ['Ada: Company is required.'],
    error: null,
    push,
  };
  const { sent } = await show(menu, {
    ...base,
    'GET /integrations/': { success: true, integrations: [crm(), boards] },
    'GET /integrations/MONDAY/boards/': { success: true, boards: [], error: null },
    'POST /integrations/HUBSPOT/push-prospects/': answer,
  });
  (await screen.findByRole('button', { name: 'Push to CRM' })).click();
  (await screen.findByRole('menuitem', { name: 'Push to First CRM' })).click();
  await screen.findByText(
    /Successfully pushed 1 out of 2 prospects to First CRM.*1 failed: Ada: Company is required\./,
  );
  expect(sent('POST /integrations/HUBSPOT/push-prospects/')).toEqual([{ prospect_ids: [1, 2], search_id: 5 }]);
  expect(onPushed).toHaveBeenCalledTimes(1);
  (await screen.findByRole('button', { name: 'Push to CRM' })).click();
  (await screen.findByRole('menuitem', { name: 'Push to Board CRM' })).click();
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('No boards found.')).toBeTruthy();
});

test('a push of more than 100 leads asks first', async () => {
  const menu = <PushMenu leads={() => ({ amount: 101 })} count={101} onPushed={() => {}} />;
  const { sent } = await show(menu, { ...base, 'POST /integrations/HUBSPOT/push-prospects/': { success: true, push } });
  await press('Push to CRM');
  await press('Push to First CRM', 'menuitem');
  await screen.findByRole('dialog', { name: 'Push 101 leads to First CRM?' });
  expect(sent('POST /integrations/HUBSPOT/push-prospects/')).toEqual([]);
  await press('Push');
  await expect.poll(() => sent('POST /integrations/HUBSPOT/push-prospects/')).toEqual([{ amount: 101 }]);
});

test('the CRM column is fetched again while a push goes through', async () => {
  const listen = vi.spyOn(live, 'on');
  const fetched = vi.fn();
  function Column() {
    useQuery({ queryKey: ['column'], queryFn: () => fetched() ?? null, meta: { shows: ['leads'] } });
    return null;
  }
  await show(
    <>
      <PushWatcher />
      <Column />
    </>,
    base,
  );
  await expect.poll(() => fetched).toHaveBeenCalledTimes(1);
  const hear = listen.mock.calls.find(([type]) => type === 'crm_push_progress')?.[1] as (data: object) => void;
  act(() => hear({ ...push, push_id: push.id }));
  await expect.poll(() => fetched).toHaveBeenCalledTimes(2);
});

test('a user without the right sees the state and no buttons', async () => {
  await showTo(<IntegrationsPage answer={none} />, base, { ...user, role: 'RESTRICTED' });
  expect(await screen.findAllByText(/^Organization admins connect it/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /Connect|Map|Disconnect/ })).toBeNull();
});
