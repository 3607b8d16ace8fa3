// @vitest-environment happy-dom
import type { LeadView } from '@overture/contract/lead-views';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { inOrder, refusal, show } from '../../../lib/testing/show.tsx';
import { LeadViews } from './lead-views.tsx';

const filters = [{ column: 'location', comparison: 'is' as const, values: ['Berlin'] }];
const view: LeadView = {
  ...{ id: 7, name: 'Berlin', is_own: false, search_id: null, version: 3 },
  ...{ filters, sort_field: 'name', sort_direction: 'asc', columns: [{ id: 'name', width: null }] },
  ...{ then_sorts: [{ sort_field: 'location', sort_direction: 'desc' }], row_height: 'tall' },
};
const sort = {
  ...{ field: 'name', direction: 'asc' as const },
  further: [{ field: 'location', direction: 'desc' as const }],
};
const look = { columns: ['name', 'email'], widths: { name: 240, email: 180 }, height: 'tall' as const };

test('a view is a tab that applies its filters, sort and columns', async () => {
  const onApply = vi.fn();
  await show(<LeadViews searchId={1} table={{ filters: [], sort: undefined }} look={look} onApply={onApply} />, {
    'GET /lead-views/': { views: [{ ...view, may_delete: true }] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Berlin' }));
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ filters, sort, columns: ['name'], widths: {}, height: 'tall' });
});

test('a changed view is saved with the version that was seen', async () => {
  const { sent } = await show(<LeadViews searchId={1} table={{ filters, sort }} look={look} onApply={() => {}} />, {
    'GET /lead-views/': { views: [{ ...view, may_delete: true }] },
    'PUT /lead-views/{}/': { view },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Berlin' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent('PUT /lead-views/7/')).toHaveLength(1));
  expect(sent('PUT /lead-views/7/')).toEqual([
    {
      ...{ name: 'Berlin', is_own: false, search_id: null, version: 3, filters },
      ...{ sort_field: 'name', sort_direction: 'asc', row_height: 'tall' },
      then_sorts: [{ sort_field: 'location', sort_direction: 'desc' }],
      columns: [
        { id: 'name', width: 240 },
        { id: 'email', width: 180 },
      ],
    },
  ]);
});

const named = (...ids: string[]) => ids.map((id) => ({ id, width: null }));
const answer = (of: LeadView) => ({ 'GET /lead-views/': { views: [{ ...of, may_delete: true }] } });
const plain = { ...{ filters: [], sort: undefined }, known: ['name', 'email', 'company', 'prompt_1'] };
const showOrdered = (of: LeadView, columns: string[]) =>
  show(<LeadViews searchId={1} table={plain} look={{ columns, widths: {}, known: plain.known }} onApply={() => {}} />, {
    ...answer(of),
    'PUT /lead-views/{}/': { view: of },
  });
const bare = { ...view, filters: [], sort_field: null, sort_direction: null, then_sorts: [], row_height: null };

test('a view in which columns were moved is a changed one; deleted columns and those of other lists change nothing', async () => {
  const ordered = { ...bare, columns: named('prompt_9', 'email', 'custom.gone', 'name', 'company') };
  await showOrdered(ordered, ['name', 'email', 'company']);
  expect((await screen.findByRole('button', { name: 'Berlin' })).getAttribute('aria-current')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  cleanup();
  const { sent } = await showOrdered(ordered, ['name', 'company', 'email']);
  fireEvent.click(await screen.findByRole('button', { name: 'Berlin' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent('PUT /lead-views/7/')).toHaveLength(1));
  // The research column of another list stays in a view of all lists; the deleted custom column goes.
  expect(sent('PUT /lead-views/7/')).toMatchObject([{ columns: named('prompt_9', 'name', 'company', 'email') }]);
});

test('moved columns alone can be saved as a view', async () => {
  await show(
    <LeadViews
      searchId={1}
      table={plain}
      look={{ columns: ['name', 'company'], widths: {} }}
      isOrdered
      onApply={() => {}}
    />,
    { 'GET /lead-views/': { views: [] } },
  );
  expect(await screen.findByRole('button', { name: 'Save as view' })).toBeTruthy();
});

test('a view that a teammate changes while it is open is named, and saving does not overwrite the change', async () => {
  const versions = [3, 4, 4].map((version) => ({
    views: [{ ...view, version, filters: version === 3 ? filters : [], may_delete: true }],
  }));
  const { sent, client } = await show(
    <LeadViews searchId={1} table={{ filters, sort }} look={look} onApply={() => {}} />,
    {
      'GET /lead-views/': inOrder(...versions),
      'PUT /lead-views/{}/': refusal(409, 'changed_meanwhile', 'Mia changed this.'),
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Berlin' }));
  await client.refetchQueries();
  expect(await screen.findByText('A teammate changed this view.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Mia changed this.')).toBeTruthy();
  expect(sent('PUT /lead-views/7/')).toMatchObject([{ version: 3 }]);
});
