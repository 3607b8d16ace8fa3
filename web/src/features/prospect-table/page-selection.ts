import { PAGE_SIZES } from '@overture/domain/limits';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';

/**
 * An amount ("first 500") counts from the top of the table; on page 2 the first 25 of it lie behind. Taking one row out of an
 * amount leaves the other selected rows of the page, which are the only ones whose ids are known.
 */
export function pageSelection(
  whole: RowSelection,
  rowIds: readonly number[],
  page: number,
  onSelectAll: () => void,
): RowSelection {
  const { amount } = whole;
  const before = (page - 1) * PAGE_SIZES.leads;
  const onPage = amount === undefined ? undefined : Math.min(rowIds.length, Math.max(0, amount - before));
  return {
    ...whole,
    amount: onPage,
    toggle: (id) => {
      if (onPage === undefined) return whole.toggle(id);
      const shown = rowIds.slice(0, onPage);
      whole.set(shown.includes(id) ? shown.filter((known) => known !== id) : [...shown, id]);
    },
    set: (ids) => {
      whole.set(ids);
      onSelectAll();
    },
  };
}

/** Which leads a call means: the ids, or the amount from the top of the filters and sort. */
export function selectedLeads(selection: RowSelection): { prospect_ids?: number[]; amount?: number } {
  return selection.amount === undefined ? { prospect_ids: [...selection.ids] } : { amount: selection.amount };
}
