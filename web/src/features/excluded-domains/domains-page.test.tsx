// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, fill, isDisabled, press, show } from '../../lib/testing/show.tsx';
import { ExcludedDomainsPage } from './domains-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (id: number, domain: string, may_delete = true) => ({
  ...{ id, domain, may_delete },
  created_at: '2026-11-20T10:00:00.000Z',
});

function begin(given: ReturnType<typeof row>[] = [], role = 'USER') {
  let rows = given;
  const answers = {
    'GET /excluded-domains/': () => ({ excluded_domains: rows, total_domains: rows.length }),
    'POST /excluded-domains/': ({ body }) => {
      const { may_delete, ...added } = row(9, (body as { domain: string }).domain);
      rows = [{ ...added, may_delete }, ...rows];
      return { excluded_domain: added };
    },
    'POST /excluded-domains/check/': { already_excluded: ['known.example'] },
    'POST /excluded-domains/bulk/add/': ({ body }) => {
      const { domains } = body as { domains: string[] };
      const added = domains.map((domain, index) => row(100 + index, domain));
      rows = [...added, ...rows];
      return { added_ids: added.map(({ id }) => id), duplicate_domains: 0, skipped_domains: 0 };
    },
    'POST /excluded-domains/bulk/remove/': ({ body }) => {
      const removed = rows.filter(({ id }) => (body as { domain_ids: number[] }).domain_ids.includes(id));
      rows = rows.filter((one) => !removed.includes(one));
      return { removed_domains: removed.map(({ domain }) => domain) };
    },
  } satisfies Answers;
  return show(<ExcludedDomainsPage />, answers, { role });
}

const field = () => screen.findByRole('textbox', { name: 'Domain to exclude' });
const paste = async (text: string) => fireEvent.paste(await field(), { clipboardData: { getData: () => text } });

test('a pasted list is shown as it was understood, the rest is added, and Undo takes it back', async () => {
  const { sent } = await begin([row(1, 'known.example')]);
  await paste('https://A.example/x\nada@b.example; known.example\nnonsense');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: 'Exclude 2' });
  const part = (name: string) => within(dialog.getByRole('region', { name })).getAllByRole('listitem');
  expect(part('Will be excluded').map(({ textContent }) => textContent)).toEqual(['a.example', 'ada@b.example']);
  expect(part('Excluded already').map(({ textContent }) => textContent)).toEqual(['known.example']);
  expect(part("Can't be read").map(({ textContent }) => textContent)).toEqual(['nonsense']);
  await expect.poll(() => isDisabled(dialog.getByRole('button', { name: 'Exclude 2' }))).toBe(false);
  await press('Exclude 2');
  expect(await screen.findByText('2 domains and addresses are now excluded.')).toBeTruthy();
  expect(sent('POST /excluded-domains/bulk/add/')).toEqual([{ domains: ['a.example', 'ada@b.example'] }]);
  await press('Undo');
  await expect.poll(() => sent('POST /excluded-domains/bulk/remove/')).toEqual([{ domain_ids: [100, 101] }]);
});

test('who may not take domains off the list is offered no way back', async () => {
  await begin([], 'RESTRICTED');
  await paste('a.example b.example');
  await expect.poll(() => screen.queryByRole('button', { name: 'Exclude 2' })?.hasAttribute('disabled')).toBe(false);
  await press('Exclude 2');
  expect(await screen.findByText('2 domains and addresses are now excluded.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('one address goes in as it is typed; several typed into the field become a list', async () => {
  const { sent } = await begin();
  await paste('ada@b.example');
  expect(screen.queryByRole('dialog')).toBeNull();
  fill(await field(), 'ada@b.example');
  await press('Add domain');
  await expect.poll(() => sent('POST /excluded-domains/')).toEqual([{ domain: 'ada@b.example' }]);
  fill(await field(), '"ada jansen"@gmail.com');
  await press('Add domain');
  expect(await screen.findByText('Please enter a valid domain (e.g., example.com)')).toBeTruthy();
  fill(await field(), 'a.example, b.example');
  await press('Add domain');
  expect(await screen.findByRole('dialog', { name: 'Exclude a list' })).toBeTruthy();
});

test('several are deleted together, and Undo excludes them again', async () => {
  const { sent } = await begin([row(1, 'a.example'), row(2, 'ada@b.example'), row(3, 'c.example')]);
  fireEvent.click(await screen.findByRole('checkbox', { name: /a\.example/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /ada@b\.example/ }));
  await press('Delete');
  expect(await screen.findByText('2 domains and addresses are no longer excluded.')).toBeTruthy();
  expect(sent('POST /excluded-domains/bulk/remove/')).toEqual([{ domain_ids: [1, 2] }]);
  await press('Undo');
  await expect
    .poll(() => sent('POST /excluded-domains/bulk/add/'))
    .toEqual([{ domains: ['a.example', 'ada@b.example'] }]);
});

test('of several those that only an admin deletes stay, and are counted', async () => {
  const { sent } = await begin([row(1, 'mine.example'), row(2, 'theirs.example', false)]);
  expect(await screen.findByRole('button', { name: 'Delete mine.example' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete theirs.example' })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /theirs\.example/ }));
  expect(await screen.findByText(/^1 can only be deleted by an organization admin/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /mine\.example/ }));
  await press('Delete the other 1');
  await expect.poll(() => sent('POST /excluded-domains/bulk/remove/')).toEqual([{ domain_ids: [1] }]);
});
