import type { LeadView } from '@overture/contract/lead-views';
import { parsePromptId } from '@overture/domain/leads/lead-columns';
import { LEAD_VIEWS } from '@overture/domain/limits';
import { sortKeys } from '../../../ui/table/columns.ts';
import { mergeColumnIds } from '../../../ui/table/order/column-order.ts';
import type { ViewState } from './view-state.ts';

/** The state of a table as calls take it. A view of all lists keeps the research columns of other lists. */
export function toBody(state: ViewState, view?: LeadView) {
  const { filters, sort, columns, widths, height } = state;
  const kept = view?.search_id === null ? view.columns.filter(({ id }) => isKept(id, state)) : [];
  const widthOf = new Map(kept.map(({ id, width }) => [id, width]));
  const [first, ...further] = sortKeys(sort).map(({ field, direction }) => ({
    sort_field: field,
    sort_direction: direction,
  }));
  return {
    filters,
    sort_field: first?.sort_field ?? null,
    sort_direction: first?.sort_direction ?? null,
    then_sorts: further,
    columns: mergeColumnIds(columns, [...widthOf.keys()])
      .slice(0, LEAD_VIEWS.columns)
      .map((id) => ({ id, width: widths[id] ?? widthOf.get(id) ?? null })),
    row_height: height ?? null,
  };
}

const isKept = (id: string, { columns, known }: ViewState): boolean =>
  columns.includes(id) || (known !== undefined && !known.includes(id) && parsePromptId(id) !== null);
