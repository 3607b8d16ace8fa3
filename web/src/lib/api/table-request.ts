import type { TableFilter } from '@overture/domain/leads/filters';
import { type SortKey, type SortState, sortKeys } from '../../ui/table/columns.ts';

/** Filters and sort of a table as calls take them: what is not set is left out. */
export function tableRequest(table: { filters: readonly TableFilter[]; sort: SortState | undefined }) {
  const further = sortKeys(table.sort).slice(1);
  return {
    filters: table.filters.length > 0 ? [...table.filters] : undefined,
    sort_field: table.sort?.field,
    sort_direction: table.sort?.direction,
    ...(further.length > 0 ? { then_sorts: further.map(toWire) } : {}),
  };
}

const toWire = ({ field, direction }: SortKey) => ({ sort_field: field, sort_direction: direction });
