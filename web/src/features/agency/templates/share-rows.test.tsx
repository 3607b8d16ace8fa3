// @vitest-environment happy-dom
import type { SharedItem } from '@overture/contract/agency-sharing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { isDisabled, press, refusal, show } from '../../../lib/testing/show.tsx';
import { ShareRows } from './share-rows.tsx';

const item: SharedItem = { kind: 'task', id: 1001, name: 'Offices', text: 'How many?', for_all: true, client_ids: [] };
const client = (id: number, name: string, active_subscription_whitelabel = true) => ({
  id,
  name,
  active_subscription_whitelabel,
});
const clients = [client(4, 'Acme BV'), client(5, 'Beta BV'), client(6, 'Gone BV', false)];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('says with whom each is shared, and shares with some once one is chosen', async () => {
  let items: SharedItem[] = [item, { ...item, kind: 'snippet', name: 'Opening' }];
  const { sent } = await show(<ShareRows kind="task" />, {
    'GET /agency/shares/': () => ({ items }),
    'GET /agency/clients': { clients },
    'PUT /agency/shares/': ({ body }) => {
      items = [{ ...item, ...(body as object) }];
      return { item: items[0] };
    },
  });
  expect(await screen.findByText('All clients')).toBeTruthy();
  expect(screen.queryByText('Opening')).toBeNull();
  await press('Share Offices');
  await press('Some clients', 'radio');
  expect(isDisabled(screen.getByRole('button', { name: 'Save' }))).toBe(true);
  expect(screen.queryByRole('checkbox', { name: 'Gone BV' })).toBeNull();
  await press('Beta BV', 'checkbox');
  await press('Save');
  expect(await screen.findByText('Beta BV')).toBeTruthy();
  expect(sent('PUT /agency/shares/')).toEqual([{ kind: 'task', id: 1001, for_all: false, client_ids: [5] }]);
});

test('an empty list says where to create one; a failure can be retried', async () => {
  await show(<ShareRows kind="snippet" />, {
    'GET /agency/shares/': { items: [] },
    'GET /agency/clients': { clients },
  });
  expect(await screen.findByText('No AI snippets yet')).toBeTruthy();
  cleanup();
  await show(<ShareRows kind="task" />, { 'GET /agency/shares/': refusal(500, 'internal', 'Away.') });
  await screen.findByRole('button', { name: /again/i });
});
