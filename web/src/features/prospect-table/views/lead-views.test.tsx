// @vitest-environment happy-dom
import type { LeadView } from '@overture/contract/lead-views';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { LeadViews } from './lead-views.tsx';

const filters = [{ column: 'location', comparison: 'is' as const, values: ['Berlin'] }];
const view: LeadView = {
  ...{ id: 7, name: 'Berlin', is_own: false, search_id: null, version: 3 },
  ...{ filters, sort_field: 'name', sort_direction: 'asc', columns: [{ id: 'name', width: null }] },
};
const sort = { field: 'name', direction: 'asc' as const };

test('a view is a tab that applies its filters, sort and columns', async () => {
  const onApply = vi.fn();
  await show(
    <LeadViews searchId={1} table={{ filters: [], sort: undefined }} columns={['name', 'email']} onApply={onApply} />,
    { 'GET /lead-views/': { views: [{ ...view, may_delete: true }] } },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Berlin' }));
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ filters, sort, columns: ['name'] });
});

test('a changed view is saved with the version that was seen', async () => {
  const { sent } = await show(
    <LeadViews searchId={1} table={{ filters, sort }} columns={['name', 'email']} onApply={() => {}} />,
    { 'GET /lead-views/': { views: [{ ...view, may_delete: true }] }, 'PUT /lead-views/{}/': { view } },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Berlin' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent('PUT /lead-views/7/')).toHaveLength(1));
  expect(sent('PUT /lead-views/7/')).toEqual([
    {
      ...{ name: 'Berlin', is_own: false, search_id: null, version: 3, filters },
      ...{ sort_field: 'name', sort_direction: 'asc' },
      columns: [
        { id: 'name', width: null },
        { id: 'email', width: null },
      ],
    },
  ]);
});
