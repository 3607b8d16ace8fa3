import { Autocomplete, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { searchesEndpoints } from '@overture/contract/searches';
import type { ColumnFilter, PlainFilter } from '@overture/domain/leads/filters';
import { isTyped, takesValue } from '@overture/domain/leads/filters';
import { IN_CAMPAIGN_COLUMN } from '@overture/domain/leads/lead-history';
import { isNumeric, type TypedFilter, takesDays } from '@overture/domain/leads/typed-filters';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { type FilterColumn, optionsOf, takesSeveral } from './filter-columns.ts';
import { takesList } from './filter-operators.ts';
import { useCampaignColumn } from './history-columns.ts';
import { SeveralValues, type SeveralValuesProps } from './several-values.tsx';
import { t } from './texts.ts';

interface ValueProps<Filter extends ColumnFilter> {
  /** For screen readers: `Value of filter 1`. */
  label: string;
  filter: Filter;
  column: FilterColumn;
  onChange: (filter: ColumnFilter, isTyping: boolean) => void;
  onDone: () => void;
}

/** The value of a filter, entered as the column's kind and the operator need it. */
export function FilterValue({ filter, ...props }: ValueProps<ColumnFilter>) {
  if (!isTyped(filter)) return takesValue(filter.operation) ? <PlainValue {...props} filter={filter} /> : null;
  if (takesList(filter.comparison)) return <ListedValues {...props} filter={filter} />;
  if (filter.comparison === 'between') return <Range {...props} filter={filter} />;
  const { column } = props;
  const isFree = column.kind === 'date' || isNumeric(column.kind, filter.comparison);
  return isFree || filter.comparison === 'starts_with' || takesDays(filter.comparison) ? (
    <SingleValue {...props} filter={filter} place={0} />
  ) : (
    <OfferedValue {...props} filter={filter} />
  );
}

function PlainValue({ label, filter, column, onChange, onDone }: ValueProps<PlainFilter>) {
  if (column.options && takesSeveral(column.kind)) {
    const Values = column.id === IN_CAMPAIGN_COLUMN ? CampaignValues : SeveralValues;
    return <Values label={label} filter={filter} column={column} options={column.options} onChange={onChange} />;
  }
  const options = optionsOf(column);
  if (options) {
    return (
      <NativeSelect
        aria-label={label}
        value={filter.value}
        data={[{ value: '', label: '' }, ...options]}
        onChange={(event) => onChange({ ...filter, value: event.currentTarget.value }, false)}
      />
    );
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={column.kind === 'multiselect' ? t('filter_values_hint') : t('filter_value_hint')}
      value={filter.value}
      maxLength={REQUEST_LIMITS.max_filter_value_length}
      autoComplete="off"
      data-autofocus
      onChange={(event) => onChange({ ...filter, value: event.currentTarget.value }, true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone();
      }}
    />
  );
}

function CampaignValues({ column, ...props }: SeveralValuesProps) {
  const named = useCampaignColumn(column);
  return <SeveralValues {...props} column={named} options={named.options ?? []} />;
}

/** One of the values: a number, a day, a number of days or a text. */
function SingleValue({ label, filter, column, place, onChange, onDone }: ValueProps<TypedFilter> & { place: 0 | 1 }) {
  const isDays = takesDays(filter.comparison);
  const isDay = column.kind === 'date' && !isDays;
  return (
    <TextInput
      aria-label={label}
      type={isDay ? 'date' : 'text'}
      inputMode={isDays || isNumeric(column.kind, filter.comparison) ? 'decimal' : undefined}
      placeholder={isDays ? t('filter_days_hint') : t('filter_value_hint')}
      value={filter.values[place] ?? ''}
      maxLength={REQUEST_LIMITS.max_filter_value_length}
      autoComplete="off"
      data-autofocus={place === 0 || undefined}
      onChange={(event) => onChange({ ...filter, values: withValue(filter, place, event.currentTarget.value) }, true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone();
      }}
    />
  );
}

function withValue({ values, comparison }: TypedFilter, place: 0 | 1, value: string): string[] {
  if (comparison !== 'between') return [value];
  return place === 0 ? [value, values[1] ?? ''] : [values[0] ?? '', value];
}

/** Both ends of a range. */
function Range(props: ValueProps<TypedFilter>) {
  return (
    <span className="flex items-center gap-1">
      <SingleValue {...props} place={0} label={t('filter_from', { label: props.label })} />
      <span className="text-ink-3 text-table">{t('range_and')}</span>
      <SingleValue {...props} place={1} label={t('filter_to', { label: props.label })} />
    </span>
  );
}

/** A text, with the values of the column as suggestions. */
function OfferedValue({ label, filter, column, onChange, onDone }: ValueProps<TypedFilter>) {
  const value = filter.values[0] ?? '';
  const offered = useColumnValues(column, value);
  return (
    <Autocomplete
      aria-label={label}
      placeholder={t('filter_value_hint')}
      value={value}
      data={offered.map((one) => one.value)}
      filter={({ options }) => options}
      renderOption={({ option }) => <Counted value={option.value} offered={offered} />}
      maxLength={REQUEST_LIMITS.max_filter_value_length}
      autoComplete="off"
      data-autofocus
      {...LIST_PROPS}
      onChange={(text) => onChange({ ...filter, values: [text] }, true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-activedescendant') === null) onDone();
      }}
    />
  );
}

/** Several texts or numbers, with the values of the column as suggestions. */
function ListedValues({ label, filter, column, onChange }: ValueProps<TypedFilter>) {
  const [typed, setTyped] = useState('');
  const offered = useColumnValues(column, typed);
  return (
    <TagsInput
      aria-label={label}
      placeholder={filter.values.length === 0 ? t('filter_choose') : ''}
      value={[...filter.values]}
      data={offered.map((one) => one.value)}
      filter={({ options }) => options}
      renderOption={({ option }) => <Counted value={option.value} offered={offered} />}
      searchValue={typed}
      onSearchChange={setTyped}
      maxTags={REQUEST_LIMITS.max_filters}
      splitChars={[]}
      acceptValueOnBlur
      data-autofocus
      {...LIST_PROPS}
      onChange={(values) => onChange({ ...filter, values }, false)}
    />
  );
}

// The rows around it scroll; its list opens above them.
const LIST_PROPS = {
  comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' },
  withScrollArea: false,
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const;

function Counted({ value, offered }: { value: string; offered: readonly { value: string; count: number }[] }) {
  const count = offered.find((one) => one.value === value)?.count;
  return (
    <span className="flex flex-1 items-baseline justify-between gap-3 min-w-0">
      <span className="truncate">{value}</span>
      {count === undefined ? null : <span className="text-ink-3 text-meta number">{formatNumber(count)}</span>}
    </span>
  );
}

const TYPING_PAUSE_IN_MS = 200;
const FRESH_IN_MS = 60_000;

/** Values of a column that contain what is typed, with how many leads have each. Empty where none are offered. */
function useColumnValues({ id, list_id }: FilterColumn, typed: string): readonly { value: string; count: number }[] {
  const [query] = useDebouncedValue(typed, TYPING_PAUSE_IN_MS);
  const values = useQuery({
    ...queryOptions(searchesEndpoints.listColumnValues, {
      params: { id: list_id ?? 0 },
      query: { column: id, query: query === '' ? undefined : query },
    }),
    enabled: list_id !== undefined,
    staleTime: FRESH_IN_MS,
    placeholderData: keepPreviousData,
  });
  return list_id === undefined ? [] : (values.data?.values ?? []);
}
