import { MultiSelect } from '@mantine/core';
import type { PlainFilter } from '@overture/domain/leads/filters';
import { t } from '../texts.ts';
import { type FilterColumn, valuesOf } from './filter-columns.ts';

interface SeveralValuesProps {
  filter: PlainFilter;
  onChange: (filter: PlainFilter, isTyping: boolean) => void;
  label: string;
  options: NonNullable<FilterColumn['options']>;
}

/** Any of the values chosen; they travel separated by commas. */
export function SeveralValues({ label, filter, options, onChange }: SeveralValuesProps) {
  return (
    <MultiSelect
      aria-label={label}
      placeholder={filter.value === '' ? t('filter_choose') : ''}
      data={[...options]}
      value={valuesOf(filter.value, options)}
      onChange={(values) => onChange({ ...filter, value: values.join(',') }, false)}
      openOnFocus={false}
      // The rows around it scroll; its list may cover them.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
    />
  );
}
