import { NativeSelect } from '@mantine/core';
import type { ColumnFilter } from '@overture/domain/leads/filters';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../prospect-table.module.css';
import type { FilterColumn } from './filter-columns.ts';
import { type Operator, operatorLabel, operatorOf, operatorsOf, withColumn, withOperator } from './filter-operators.ts';
import { FilterValue } from './filter-value.tsx';
import { t } from './texts.ts';

export interface FilterRowProps {
  /** For screen readers: `1`, or `2.1` in a group. */
  number: string;
  filter: ColumnFilter;
  columns: readonly FilterColumn[];
  /** It was just added. */
  takesFocus?: boolean;
  onChange: (filter: ColumnFilter, isTyping: boolean) => void;
  onRemove: () => void;
  onDone: () => void;
}

export function FilterRow({ number, filter, columns, takesFocus = false, ...props }: FilterRowProps) {
  const { onChange, onRemove, onDone } = props;
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (takesFocus) select.current?.focus();
  }, [takesFocus]);
  const column = columns.find(({ id }) => id === filter.column) ?? columns[0];
  if (column === undefined) return null;
  const operator = operatorOf(filter);
  return (
    <li className={classes.row}>
      <NativeSelect
        ref={select}
        aria-label={t('filter_column', { number })}
        value={filter.column}
        data={columnChoices(columns)}
        onChange={(event) => {
          const next = event.currentTarget.value;
          onChange(withColumn(filter, next, columns.find(({ id }) => id === next)?.kind ?? 'text'), false);
        }}
      />
      <NativeSelect
        aria-label={t('filter_operation', { number })}
        value={operator}
        data={operatorsOf(column.kind, operator).map((value) => ({ value, label: operatorLabel(value, column) }))}
        onChange={(event) => onChange(withOperator(filter, event.currentTarget.value as Operator), false)}
      />
      <span className="min-w-30 max-sm:min-w-0 max-sm:row-2 max-sm:col-[1/3] max-sm:empty:hidden">
        <FilterValue
          key={`${column.id} ${operator}`}
          label={t('filter_value', { number })}
          filter={filter}
          column={column}
          onChange={onChange}
          onDone={onDone}
        />
      </span>
      <IconButton size="small" tooltip={false} label={t('filter_remove', { number })} onClick={onRemove}>
        <IconX size={15} aria-hidden />
      </IconButton>
    </li>
  );
}

/** Columns as choices; custom and research columns have headings. */
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
