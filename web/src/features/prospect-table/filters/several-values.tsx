import { MultiSelect } from '@mantine/core';
import type { PlainFilter } from '@overture/domain/leads/filters';
import { type FilterColumn, valuesOf } from './filter-columns.ts';
import { t } from './texts.ts';

export interface SeveralValuesProps {
  column: FilterColumn;
  filter: PlainFilter;
  onChange: (filter: PlainFilter, isTyping: boolean) => void;
  label: string;
  options: NonNullable<FilterColumn['options']>;
}

/** Any of the values chosen; they travel separated by commas. */
export function SeveralValues({ label, filter, column, options, onChange }: SeveralValuesProps) {
  const values = valuesOf(filter.value, options);
  const others = values.filter((value) => !options.some((option) => option.value === value));
  return (
    <MultiSelect
      aria-label={label}
      placeholder={filter.value === '' ? t('filter_choose') : ''}
      data={[...options, ...others.map((value) => ({ value, label: column.other ?? value }))]}
      value={values}
      onChange={(values) => onChange({ ...filter, value: values.join(',') }, false)}
      openOnFocus={false}
      // The rows around it scroll; its list may cover them.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
    />
  );
}
