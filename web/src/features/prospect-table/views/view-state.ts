import type { LeadView } from '@overture/contract/lead-views';
import type { TableFilter } from '@overture/domain/leads/filters';
import type { RowHeight } from '@overture/domain/leads/lead-tables';
import { type SortState, sortKeys, toSort } from '../../../ui/table/columns.ts';

/** What a view keeps of a table. */
export interface ViewState {
  filters: TableFilter[];
  sort: SortState | undefined;
  /** Ids of the visible columns. */
  columns: readonly string[];
  /** Widths of the visible columns; a view that was saved without some leaves these as they are. */
  widths: Readonly<Record<string, number>>;
  /** Left out by a view that keeps none. */
  height?: RowHeight | undefined;
}

/** What a view is beside the state of its table. */
export const factsOf = ({ name, is_own, search_id }: LeadView) => ({ name, is_own, search_id });

/** The state of a table as calls take it. */
export function toBody({ filters, sort, columns, widths, height }: ViewState) {
  const [first, ...further] = sortKeys(sort).map(({ field, direction }) => ({
    sort_field: field,
    sort_direction: direction,
  }));
  return {
    filters,
    sort_field: first?.sort_field ?? null,
    sort_direction: first?.sort_direction ?? null,
    then_sorts: further,
    columns: columns.map((id) => ({ id, width: widths[id] ?? null })),
    row_height: height ?? null,
  };
}

export function stateOf(view: LeadView): ViewState {
  const { sort_field, sort_direction } = view;
  const first = sort_field === null || sort_direction === null ? [] : [{ sort_field, sort_direction }];
  const sorts = [...first, ...view.then_sorts];
  return {
    filters: view.filters as TableFilter[],
    sort: toSort(sorts.map(({ sort_field: field, sort_direction: direction }) => ({ field, direction }))),
    columns: view.columns.map(({ id }) => id),
    widths: Object.fromEntries(view.columns.flatMap(({ id, width }) => (width === null ? [] : [[id, width]]))),
    height: view.row_height ?? undefined,
  };
}

/** True when the table shows what the view keeps. */
export function isSame(view: LeadView, state: ViewState): boolean {
  const saved = stateOf(view);
  const hasColumns = saved.columns.length === 0 || isEqual([...saved.columns].sort(), [...state.columns].sort());
  const hasWidths = Object.entries(saved.widths).every(([id, width]) => (state.widths[id] ?? width) === width);
  const hasHeight = saved.height === undefined || saved.height === state.height;
  const hasLook = hasColumns && hasWidths && hasHeight;
  return hasLook && isEqual(saved.filters, state.filters) && isEqual(saved.sort, state.sort);
}

/** Compares JSON values without the order of their fields, which PostgreSQL changes. */
const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
