import { PAGE_SIZES } from '@overture/domain/limits';
import type { RowSelection } from '../../../ui/table/use-row-selection.ts';

/**
 * An amount ("first 500") is the people it meant when it was chosen: those are shown as selected on every page, and removing one
 * keeps all others. A very large amount has no list of people: it counts from the top of the table (on page 2 the first 25 lie behind),
 * and taking one row out leaves the other selected rows of the page.
 */
export function pageSelection(
  whole: RowSelection,
  rowIds: readonly number[],
  page: number,
  onSelectAll: () => void,
): RowSelection {
  const { amount, seen } = whole;
  if (seen !== undefined) return seenSelection(whole, seen, onSelectAll);
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

function seenSelection(whole: RowSelection, seen: ReadonlySet<number>, onSelectAll: () => void): RowSelection {
  return {
    ...whole,
    ids: seen,
    amount: undefined,
    toggle: (id) => {
      const next = new Set(seen);
      if (!next.delete(id)) next.add(id);
      if (next.size === 0) whole.clear();
      else whole.selectAmount(next.size, next);
    },
    set: (ids) => {
      whole.set(ids);
      onSelectAll();
    },
  };
}

/** Which leads a call means, as they were seen; of very many the amount from the top of the filters and sort. */
export function selectedLeads(selection: RowSelection): { prospect_ids?: number[]; amount?: number } {
  return selection.seen === undefined ? chosenLeads(selection) : { prospect_ids: [...selection.seen] };
}

/** As it was chosen, ids or an amount: research takes of an amount the first without an answer, of named leads all. */
export function chosenLeads(selection: RowSelection): { prospect_ids?: number[]; amount?: number } {
  return selection.amount === undefined ? { prospect_ids: [...selection.ids] } : { amount: selection.amount };
}
