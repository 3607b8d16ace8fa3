// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { PlainFilter } from '@overture/domain/leads/filters';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { describeFilter, type FilterColumn } from './filter-columns.ts';
import { FilterRow } from './filter-row.tsx';

afterEach(cleanup);

const status: FilterColumn = {
  id: 'campaign_status',
  label: 'Status',
  kind: 'multiselect',
  options: [
    { value: 'ACTIVE', label: 'Active' },
    { value: 'PAUSED', label: 'Paused' },
    { value: 'FAILED', label: 'Failed' },
  ],
};
const filter: PlainFilter = { column: 'campaign_status', operation: 'contains', value: 'active' };

test('a column of several values takes any of them, separated by commas', async () => {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <FilterRow
        number="1"
        filter={filter}
        columns={[status]}
        onChange={onChange}
        onRemove={() => {}}
        onDone={() => {}}
      />
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole('combobox', { name: 'Value of filter 1' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Paused' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...filter, value: 'ACTIVE,PAUSED' }, false);
});

test('its chip names them all', () => {
  expect(describeFilter({ ...filter, value: 'ACTIVE,PAUSED' }, [status])).toBe('Status contains “Active” or “Paused”');
  expect(describeFilter(filter, [status])).toBe('Status contains “Active”');
});
