import { NativeSelect, TextInput } from '@mantine/core';
import type { FilterOperation, TableFilter } from '@overture/domain/leads/filters';
import { operationsOf, takesValue } from '@overture/domain/leads/filters';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../prospect-table.module.css';
import { t } from '../texts.ts';
import { type FilterColumn, operationLabel, takesSeveral } from './filter-columns.ts';
import { SeveralValues } from './several-values.tsx';

export interface FilterRowProps {
  /** 1-based, for screen readers. */
  number: number;
  filter: TableFilter;
  columns: readonly FilterColumn[];
  onChange: (filter: TableFilter, isTyping: boolean) => void;
  onRemove: () => void;
  onDone: () => void;
}

export function FilterRow({ number, filter, columns, onChange, onRemove, onDone }: FilterRowProps) {
  const column = columns.find(({ id }) => id === filter.column) ?? columns[0];
  if (column === undefined) return null;
  return (
    <li className={classes.row}>
      <NativeSelect
        aria-label={t('filter_column', { number })}
        value={filter.column}
        data={columnChoices(columns)}
        onChange={(event) => onChange({ ...filter, column: event.currentTarget.value, value: '' }, false)}
      />
      <NativeSelect
        aria-label={t('filter_operation', { number })}
        value={filter.operation}
        data={operationsOf(column.kind).map((operation) => ({
          value: operation,
          label: operationLabel(operation, column.kind),
        }))}
        onChange={(event) => onChange({ ...filter, operation: event.currentTarget.value as FilterOperation }, false)}
      />
      <span className="min-w-30 max-sm:min-w-0 max-sm:row-2 max-sm:col-[1/3] max-sm:empty:hidden">
        {takesValue(filter.operation) ? (
          <FilterValue number={number} filter={filter} column={column} onChange={onChange} onDone={onDone} />
        ) : null}
      </span>
      <IconButton size="small" tooltip={false} label={t('filter_remove', { number })} onClick={onRemove}>
        <IconX size={15} aria-hidden />
      </IconButton>
    </li>
  );
}

/** Columns as choices; custom and research columns have headings of their own. */
function columnChoices(columns: readonly FilterColumn[]) {
  const choices = (group: FilterColumn['group']) =>
    columns.filter((column) => column.group === group).map(({ id, label }) => ({ value: id, label }));
  const groups = [
    { group: t('lead_fields'), items: choices(undefined) },
    { group: t('custom_fields'), items: choices('custom') },
    { group: t('research_fields'), items: choices('research') },
  ].filter(({ items }) => items.length > 0);
  return groups.length === 1 ? (groups[0]?.items ?? []) : groups;
}

interface FilterValueProps extends Pick<FilterRowProps, 'number' | 'filter' | 'onChange' | 'onDone'> {
  column: FilterColumn;
}

function FilterValue({ number, filter, column, onChange, onDone }: FilterValueProps) {
  if (column.options && takesSeveral(column.kind)) {
    return (
      <SeveralValues
        label={t('filter_value', { number })}
        filter={filter}
        options={column.options}
        onChange={onChange}
      />
    );
  }
  const options = column.kind === 'boolean' ? ['Yes', 'No'].map((value) => ({ value, label: value })) : column.options;
  if (options) {
    return (
      <NativeSelect
        aria-label={t('filter_value', { number })}
        value={filter.value}
        data={[{ value: '', label: '' }, ...options]}
        onChange={(event) => onChange({ ...filter, value: event.currentTarget.value }, false)}
      />
    );
  }
  return (
    <TextInput
      aria-label={t('filter_value', { number })}
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
