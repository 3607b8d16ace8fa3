import type { TableFilter } from '@overture/domain/leads/filters';
import type { SortState } from '../../ui/table/columns.ts';

/** Filters and sort of a table as calls take them: what is not set is left out. */
export function tableRequest(table: { filters: readonly TableFilter[]; sort: SortState | undefined }) {
  return {
    filters: table.filters.length > 0 ? [...table.filters] : undefined,
    sort_field: table.sort?.field,
    sort_direction: table.sort?.direction,
  };
}
