// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { PlainFilter } from '@overture/domain/leads/filters';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showCustomValue } from '../../custom-columns/index.ts';
import { describeFilter, type FilterColumn, optionsOf } from './filter-columns.ts';
import { FilterRow } from './filter-row.tsx';
import { withHistory } from './history-columns.ts';

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

test('filters by what happened to a lead are said in words, also of a campaign that is gone', () => {
  const columns = withHistory([]).map((column) => ({ ...column, other: 'a deleted campaign' }));
  const say = (filter: Parameters<typeof describeFilter>[0]) => describeFilter(filter, columns);
  expect(say({ column: 'last_touched', operation: 'is_empty', value: '' })).toBe('Last touched is never');
  expect(say({ column: 'last_touched', comparison: 'not_in_last_days', values: ['30'] })).toBe(
    'Last touched is not in the last 30 days',
  );
  expect(say({ column: 'suppressed', operation: 'not_contains', value: 'any,hard_bounce' })).toBe(
    'Suppression is none of “Any reason” or “Bounced”',
  );
  expect(say({ column: 'in_campaign', operation: 'contains', value: 'active,17' })).toBe(
    'Campaign is any of “Any that is running” or “a deleted campaign”',
  );
  expect(say({ column: 'duplicate', operation: 'contains', value: 'name_company' })).toBe(
    'Duplicate is any of “Same name and company”',
  );
});

test('a Yes or No is said in the words of its cells', () => {
  const flagged: FilterColumn = { id: 'is_flagged', label: 'Flagged', kind: 'boolean' };
  expect(optionsOf(flagged)).toEqual([
    { value: 'Yes', label: showCustomValue('yes_no', true) },
    { value: 'No', label: showCustomValue('yes_no', false) },
  ]);
  expect(describeFilter({ column: 'is_flagged', operation: 'contains', value: 'yes' }, [flagged])).toBe(
    'Flagged is “Yes”',
  );
});
