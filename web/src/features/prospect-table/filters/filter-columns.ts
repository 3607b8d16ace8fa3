import type { ColumnFilter, TableFilter } from '@overture/domain/leads/filters';
import { isGroup, isTyped, splitValues, takesValue } from '@overture/domain/leads/filters';
import type { ColumnKind } from '@overture/domain/leads/lead-columns';
import { LIST_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { LEAD_PLACES } from '@overture/domain/leads/lead-fields';
import { type TypedFilter, takesDays } from '@overture/domain/leads/typed-filters';
import { foldCase } from '@overture/domain/text/text';
import { leadFieldLabel } from '../../../lib/labels/lead/lead-field.ts';
import { showCustomValue } from '../../custom-columns/index.ts';
import { t } from '../texts.ts';
import { operatorLabel, operatorOf } from './filter-operators.ts';

/** A column that a table can be filtered by. */
export interface FilterColumn {
  id: string;
  label: string;
  kind: ColumnKind;
  /** What a multiselect column can hold; free text where it is left out. */
  options?: readonly { value: string; label: string }[];
  /** Said of a value that is none of the options. */
  other?: string;
  /** Operators that are said in other words here. */
  words?: Readonly<Record<string, string>>;
  /** Not a field of every lead: these are together in the menu of columns. */
  group?: 'research' | 'custom';
  /** The list whose values are offered; none are where it is left out. */
  list_id?: number;
}

/** What the leads of a list can be filtered by: their own columns and the given ones. */
export function listFilterColumns(list_id: number, more: readonly FilterColumn[]): FilterColumn[] {
  return [...leadFilterColumns(), ...more].map((column) => ({ ...column, list_id }));
}

/** The columns of leads, and the day on which they were added. Filters have more (`history-columns.ts`). */
export function leadFilterColumns(): FilterColumn[] {
  const fields = LEAD_PLACES.filters.map((id) => ({
    id,
    label: leadFieldLabel(id),
    kind: LIST_TABLE_COLUMNS.get(id) ?? 'text',
  }));
  return [...fields, { id: 'created_at', label: t('column_added'), kind: 'date' }];
}

/** What a filter of a column can name: of a Yes or No both, in the words of cells; undefined where it is free. */
export function optionsOf({ kind, options }: FilterColumn): FilterColumn['options'] {
  if (kind !== 'boolean') return options;
  return ['Yes', 'No'].map((value) => ({ value, label: showCustomValue('yes_no', value === 'Yes') ?? value }));
}

/** True for columns whose filter names several values, any of which will do. */
export const takesSeveral = (kind: ColumnKind): boolean => kind === 'multiselect' || kind === 'score';

/** The values a filter names, spelled as the options; others stay as they were given. */
export function valuesOf(value: string, options: NonNullable<FilterColumn['options']>): string[] {
  return splitValues(value).map((part) => options.find((option) => foldCase(option.value) === part)?.value ?? part);
}

/** A filter as a sentence: `Industry contains “Software”`; a group joins its sentences by `or` or `and`. */
export function describeFilter(filter: TableFilter, columns: readonly FilterColumn[]): string {
  if (!isGroup(filter)) return describeColumn(filter, columns);
  const parts = filter.filters.map((one) =>
    isGroup(one) ? `(${describeFilter(one, columns)})` : describeFilter(one, columns),
  );
  return parts.join(t(filter.match === 'any' ? 'sentence_or' : 'sentence_and'));
}

function describeColumn(filter: ColumnFilter, columns: readonly FilterColumn[]): string {
  const column = columns.find(({ id }) => id === filter.column);
  const operation = operatorLabel(operatorOf(filter), column ?? { kind: 'text' });
  const words = { column: column?.label ?? filter.column, operation };
  if (isTyped(filter)) return describeComparison(filter, words);
  if (!takesValue(filter.operation)) return t('chip_bare', words);
  const options = column && optionsOf(column);
  if (options === undefined) return t('chip_value', { ...words, value: filter.value });
  const labels = valuesOf(filter.value, options).map(
    (value) => options.find((option) => option.value === value)?.label ?? column?.other ?? value,
  );
  return t('chip_value', { ...words, value: labels.join(t('chip_or')) });
}

function describeComparison({ comparison, values }: TypedFilter, words: { column: string; operation: string }): string {
  const [from = '', to = ''] = values;
  if (comparison === 'between') return t('chip_between', { ...words, from, to });
  if (takesDays(comparison))
    return t(comparison === 'in_last_days' ? 'chip_days' : 'chip_not_days', { ...words, count: Number(from) });
  return t('chip_value', { ...words, value: values.join(t('chip_or')) });
}
