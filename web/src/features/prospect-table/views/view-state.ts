import type { LeadView } from '@overture/contract/lead-views';
import type { TableFilter } from '@overture/domain/leads/filters';
import type { RowHeight } from '@overture/domain/leads/lead-tables';
import { type SortState, toSort } from '../../../ui/table/columns.ts';

/** What a view keeps of a table. */
export interface ViewState {
  filters: TableFilter[];
  sort: SortState | undefined;
  /** Ids of the visible columns in their order. */
  columns: readonly string[];
  /** All columns of the table; views know only their own. */
  known?: readonly string[];
  /** Widths of the visible columns; a view that was saved without some leaves these as they are. */
  widths: Readonly<Record<string, number>>;
  /** Left out by a view that keeps none. */
  height?: RowHeight | undefined;
}

/** What a view is beside the state of its table. */
export const factsOf = ({ name, is_own, search_id }: LeadView) => ({ name, is_own, search_id });

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
  const hasColumns = saved.columns.length === 0 || isEqual(columnsIn(state, saved.columns), state.columns);
  const hasWidths = Object.entries(saved.widths).every(([id, width]) => (state.widths[id] ?? width) === width);
  const hasHeight = saved.height === undefined || saved.height === state.height;
  const hasLook = hasColumns && hasWidths && hasHeight;
  return hasLook && isEqual(saved.filters, state.filters) && isEqual(saved.sort, state.sort);
}

/** The columns of a view as this table shows them: without those that were deleted or that other lists have. The first column stays first. */
function columnsIn({ columns, known = columns }: ViewState, saved: readonly string[]): readonly string[] {
  const [first] = columns;
  return [...new Set(first === undefined ? saved : [first, ...saved])].filter((id) => known.includes(id));
}

/** Compares JSON values without the order of their fields, which PostgreSQL changes. */
const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
