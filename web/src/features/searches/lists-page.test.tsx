// @vitest-environment happy-dom
import type { Search } from '@overture/contract/searches';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, fill, isDisabled, press, show } from '../../lib/testing/show.tsx';
import { ArchivedListsPage } from './archived-lists-page.tsx';
import { CreateListDialog } from './create-list-dialog.tsx';
import { ListName } from './list-name.tsx';
import { ListsPage } from './lists-page.tsx';

const user = { organization: { branding_settings: { lead_list_creation_enabled: true } } };
let lists: Search[];
const of = (status: string) => lists.filter((list) => list.status === status);
const answers: Answers = {
  'GET /searches/': () => ({ searches: of('active') }),
  'GET /searches/archived/': () => ({ searches: of('archived') }),
  'POST /searches/': { id: 8 },
  'PATCH /search/5/': ({ body }) => ({ search: { id: 5, name: (body as Search).name } }),
  'PATCH /searches/': ({ body }) => {
    const { status } = body as Pick<Search, 'status'>;
    lists = lists.map((list) => ({ ...list, status }));
    return { success: true };
  },
};
const fairs: Search = {
  id: 5,
  name: 'Fairs',
  total_prospects: 3,
  created_at: '2026-11-20T10:00:00.000Z',
  status: 'active',
  version: 1,
  is_example: false,
  folder: null,
};

beforeEach(() => {
  lists = [fairs];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a list needs a name that is more than spaces, and is opened', async () => {
  const { sent, address } = await show(<CreateListDialog opened onClose={() => {}} />, answers, user);
  const create = await screen.findByRole('button', { name: 'Create' });
  expect(isDisabled(create)).toBe(true);
  fill(screen.getByLabelText('Name'), '   ');
  expect(isDisabled(create)).toBe(true);
  fill(screen.getByLabelText('Name'), 'Fairs');
  await press('Create');
  await waitFor(() => expect(address()).toBe('/searches/8'));
  expect(sent('POST /searches/')).toEqual([{ name: 'Fairs' }]);
});

test('a blank name is reset, a long one with umlauts is kept', async () => {
  const { sent } = await show(<ListName search={fairs} />, answers, user);
  const name = screen.getByLabelText<HTMLInputElement>('List name');
  const rename = (value: string) => {
    fireEvent.focus(name);
    fill(name, value);
    fireEvent.blur(name);
  };
  rename('   ');
  expect(await screen.findByText('Please enter a valid list name')).toBeTruthy();
  expect(name.value).toBe('Fairs');
  const longName = 'Messen für Rechtsschutzversicherungsgesellschaften in Norddeutschland 2026 (neu)';
  rename(longName);
  await waitFor(() => expect(sent('PATCH /search/5/')).toEqual([{ name: longName, version: 1 }]));
});

test('archiving is undone from its toast', async () => {
  await show(<ListsPage onCreate={() => {}} />, answers, user);
  fireEvent.click(await screen.findByLabelText('Select row: Fairs'));
  fireEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText(/^No lists found/)).toBeTruthy();
  await press('Undo');
  expect(await screen.findByRole('link', { name: 'Fairs' })).toBeTruthy();
});

test('an archived list is restored', async () => {
  lists = [{ ...fairs, status: 'archived' }];
  await show(<ArchivedListsPage />, answers, user);
  fireEvent.click(await screen.findByLabelText('Select row: Fairs'));
  expect(screen.queryByRole('link', { name: 'Fairs' })).toBeNull();
  await press('Activate searches');
  expect(await screen.findByText(/^No archived lists found/)).toBeTruthy();
  expect(of('active')).toHaveLength(1);
});

const second: Search = { ...fairs, id: 6, name: 'Old fairs', total_prospects: 2, folder: 'Archive 2025' };
const copied = { success: true, added_ids: [1], known_prospects: 1, removed_prospects: 0 };

test('lists are merged batch by batch, and the others archived when all of their leads are in', async () => {
  lists = [fairs, second];
  const places = [7, null];
  const { sent } = await show(
    <ListsPage onCreate={() => {}} />,
    { ...answers, 'POST /search/6/prospects/copy/': () => ({ ...copied, continue_after: places.shift() }) },
    user,
  );
  fireEvent.click(await screen.findByLabelText('Select row: Fairs'));
  fireEvent.click(await screen.findByLabelText('Select row: Old fairs'));
  await press('Merge');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText<HTMLInputElement>('List that stays', { selector: 'input' }).value).toBe(
    'Fairs · 3 leads',
  );
  fireEvent.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(sent('PATCH /searches/')).toEqual([{ search_ids: [6], status: 'archived' }]));
  expect(sent('POST /search/6/prospects/copy/')).toMatchObject([
    { target_id: 5, everything: true, moves: false },
    { target_id: 5, everything: true, after: 7 },
  ]);
});

test('a target that is archived in between ends the merge with its words, and nothing is archived', async () => {
  lists = [fairs, second];
  const { sent } = await show(<ListsPage onCreate={() => {}} />, answers, user);
  fireEvent.click(await screen.findByLabelText('Select row: Fairs'));
  fireEvent.click(await screen.findByLabelText('Select row: Old fairs'));
  await press('Merge');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(sent('POST /search/6/prospects/copy/')).toHaveLength(1));
  expect(sent('PATCH /searches/')).toEqual([]);
});

test('a folder narrows the lists, and a list is put into one', async () => {
  lists = [fairs, second];
  const { sent } = await show(
    <ListsPage onCreate={() => {}} />,
    { ...answers, 'PUT /searches/folder/': { success: true } },
    user,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Archive 2025' }));
  expect(screen.queryByRole('link', { name: 'Fairs' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Archive 2025' }));
  fireEvent.click(await screen.findByLabelText('Select row: Fairs'));
  await press('Move to folder…');
  fill(await screen.findByLabelText('Folder', { selector: 'input' }), '2026');
  await press('Save');
  await waitFor(() => expect(sent('PUT /searches/folder/')).toEqual([{ search_ids: [5], folder: '2026' }]));
});
