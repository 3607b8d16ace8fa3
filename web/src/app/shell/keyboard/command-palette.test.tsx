// @vitest-environment happy-dom
import type { User } from '@overture/contract/auth';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, refusal, show } from '../../../lib/testing/show.tsx';
import { CommandPalette } from './command-palette.tsx';

const flags = { lead_lists_enabled: true, lead_list_creation_enabled: true, campaign_creation_enabled: true };
const user = {
  role: 'USER',
  organization: { branding_settings: flags, is_whitelabel: false, is_agency: false, has_payments: true },
} as unknown as User;
const lead = (id: number, first_name: string, more: object) => ({
  id,
  first_name,
  last_name: 'Hopper',
  job_title: 'CTO',
  company_name: 'Acme',
  email: 'hidden@acme.example',
  has_conversation: false,
  search_id: 7,
  ...more,
});
const found: Answers = {
  'GET /searches/': { searches: [] },
  'GET /campaigns/': { campaigns: [] },
  'GET /quick-search/': {
    leads: [lead(1, 'Grace', { has_conversation: true }), lead(2, 'Ann', {})],
    companies: [{ name: 'Acme', search_id: 7 }],
  },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function search(text: string, answers = found) {
  const shown = await show(<CommandPalette user={user} opened onClose={() => {}} />, answers, user);
  const field = await screen.findByRole('textbox', { name: 'Search or jump to…' });
  fill(field, text);
  return { ...shown, field };
}
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });

test.each([
  ['a conversation', 'Grace Hopper', '/inbox?chat=1'],
  ['a lead in its list', 'Ann Hopper', '/searches/7?lead=2&name=Ann+Hopper'],
  ['a company in a list', 'Acme', '/searches/7?company=Acme'],
])('%s found by the server opens', async (_, name, path) => {
  const { address } = await search('hidden@');
  fireEvent.click(await screen.findByText(name));
  await waitFor(() => expect(address()).toBe(path));
});

test('Enter opens the first result, also one that comes after the last key', async () => {
  const { field, address } = await search('hidden@');
  expect(screen.getByRole('status').textContent).toBe('Searching…');
  await screen.findByText('Grace Hopper');
  enter(field);
  await waitFor(() => expect(address()).toBe('/inbox?chat=1'));
});

test('settings are found by their names and by other words', async () => {
  const { field, address, asked } = await search('invoices');
  await screen.findByText('Billing');
  enter(field);
  await waitFor(() => expect(address()).toBe('/settings/billing'));
  expect(asked.filter(({ call }) => call === 'GET /quick-search/').map(({ query }) => query)).toEqual([]);
});

test('the cards of senders by hand are found', async () => {
  const { field, address } = await search('by hand');
  await screen.findByText('LinkedIn by hand');
  enter(field);
  await waitFor(() => expect(address()).toBe('/linkedin-by-hand'));
});

test('a search that fails says so, and is tried again', async () => {
  let tries = 0;
  const failing = {
    ...found,
    'GET /quick-search/': () => (tries++ ? found['GET /quick-search/'] : refusal(500, 'internal', 'No.')),
  };
  await search('hidden@', failing as Answers);
  fireEvent.click(await screen.findByText("Couldn't search leads. Try again."));
  await screen.findByText('Grace Hopper');
});

test('one letter asks nothing, and no match says so', async () => {
  const { field, asked } = await search('q');
  fill(field, 'qqq');
  await waitFor(() =>
    expect(asked.filter(({ call }) => call === 'GET /quick-search/').map(({ query }) => query)).toEqual([
      { search_query: 'qqq' },
    ]),
  );
});
