import type { FilterOperation, TableFilter } from '@overture/domain/leads/filters';
import { splitValues, takesValue } from '@overture/domain/leads/filters';
import type { ColumnKind } from '@overture/domain/leads/lead-columns';
import { LIST_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { LEAD_PLACES, leadField } from '@overture/domain/leads/lead-fields';
import { foldCase } from '@overture/domain/text/text';
import { t } from '../texts.ts';

/** A column that a table can be filtered by. */
export interface FilterColumn {
  id: string;
  label: string;
  kind: ColumnKind;
  /** What a multiselect column can hold; free text where it is left out. */
  options?: readonly { value: string; label: string }[];
  /** Not a field of every lead: these are together in the menu of columns. */
  group?: 'research' | 'custom';
}

/** Operations in words: a Yes or No and a score are or are not what was chosen. */
export function operationLabel(operation: FilterOperation, kind: ColumnKind): string {
  const isChoice = kind === 'boolean' || kind === 'score';
  if (isChoice && operation === 'contains') return t('is');
  return isChoice && operation === 'not_contains' ? t('is_not') : t(operation);
}

export function leadFilterColumns(): FilterColumn[] {
  return LEAD_PLACES.filters.map((id) => ({
    id,
    label: leadField(id).label,
    kind: LIST_TABLE_COLUMNS.get(id) ?? 'text',
  }));
}

/** True when a filter asks for something: its value is there, or it takes none. */
export function isComplete(filter: TableFilter): boolean {
  return !takesValue(filter.operation) || filter.value.trim() !== '';
}

/** True for columns whose filter names several values, any of which will do. */
export const takesSeveral = (kind: ColumnKind): boolean => kind === 'multiselect' || kind === 'score';

/** The values a filter names, spelled as the options; others stay as they were given. */
export function valuesOf(filter: TableFilter, options: NonNullable<FilterColumn['options']>): string[] {
  return splitValues(filter.value).map(
    (value) => options.find((option) => foldCase(option.value) === value)?.value ?? value,
  );
}

function labelOf(value: string, { options }: FilterColumn): string {
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** A filter in words: `Industry contains “Software”`. */
export function describeFilter(filter: TableFilter, columns: readonly FilterColumn[]): string {
  const column = columns.find(({ id }) => id === filter.column);
  const words = {
    column: column?.label ?? filter.column,
    operation: operationLabel(filter.operation, column?.kind ?? 'text'),
  };
  if (!takesValue(filter.operation)) return t('chip_bare', words);
  if (column?.options === undefined) return t('chip_value', { ...words, value: filter.value });
  const labels = valuesOf(filter, column.options).map((value) => labelOf(value, column));
  return t('chip_value', { ...words, value: labels.join(t('chip_or')) });
}
