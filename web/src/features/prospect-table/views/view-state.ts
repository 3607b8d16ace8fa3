import type { LeadView } from '@overture/contract/lead-views';
import type { TableFilter } from '@overture/domain/leads/filters';
import type { SortState } from '../../../ui/table/columns.ts';

/** What a view keeps of a table. */
export interface ViewState {
  filters: TableFilter[];
  sort: SortState | undefined;
  /** Ids of the visible columns. */
  columns: readonly string[];
}

/** What a view is beside the state of its table, with the version that was seen. */
export const factsOf = ({ name, is_own, search_id, version }: LeadView) => ({ name, is_own, search_id, version });

/** The state of a table as calls take it. */
export function toBody({ filters, sort, columns }: ViewState) {
  return {
    filters,
    sort_field: sort?.field ?? null,
    sort_direction: sort?.direction ?? null,
    columns: columns.map((id) => ({ id, width: null })),
  };
}

export function stateOf(view: LeadView): ViewState {
  const { sort_field: field, sort_direction: direction } = view;
  return {
    filters: view.filters as TableFilter[],
    sort: field === null || direction === null ? undefined : { field, direction },
    columns: view.columns.map(({ id }) => id),
  };
}

/** True when the table shows what the view keeps. */
export function isSame(view: LeadView, state: ViewState): boolean {
  const saved = stateOf(view);
  const hasColumns = saved.columns.length === 0 || isEqual([...saved.columns].sort(), [...state.columns].sort());
  return hasColumns && isEqual(saved.filters, state.filters) && isEqual(saved.sort, state.sort);
}

/** Compares JSON values without the order of their fields, which PostgreSQL changes. */
const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
