import { PAGE_SIZES } from '@overture/domain/limits';
import { useMemo, useState } from 'react';
import { tableRequest } from '../../../lib/api/table-request.ts';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import type { LeadTable } from '../../leads/index.ts';
import { pageSelection } from './page-selection.ts';
import { SelectionMenu } from './selection-menu.tsx';
import { useAmountChoice } from './use-amount-choice.ts';

const noIds: readonly number[] = [];

/** Asks the server whom the first of a view of a list, or of a campaign, are. */
export type ReadFirst = (
  ownerId: number,
  amount: number,
  view: ReturnType<typeof tableRequest>,
) => Promise<{ prospect_ids: number[] }>;

/** The leads chosen in a table: of the whole, as its page shows them, and the ways to choose. */
export function useLeadSelection<Lead extends { id: number }>(
  table: LeadTable<Lead>,
  ownerId: number,
  readFirst: ReadFirst,
) {
  const whole = useRowSelection();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const shownIds = useMemo(() => table.rows?.map(({ id }) => id) ?? [], [table.rows]);
  const request = tableRequest(table);
  const chooseAmount = useAmountChoice({
    selection: whole,
    // Rows of other filters are not chosen, and of an endless table only its first page is one answer of the server.
    shownIds: table.isStale ? noIds : shownIds.slice(0, PAGE_SIZES.leads),
    page: table.page,
    view: JSON.stringify([ownerId, request]),
    readFirst: (amount) => readFirst(ownerId, amount, request),
    refetch: table.retry,
  });
  return {
    whole,
    onPage: pageSelection(whole, shownIds, table.page, () => setMenuOpen(true)),
    chooseAmount,
    menu: (
      <SelectionMenu
        total={table.total ?? 0}
        opened={isMenuOpen}
        onOpenedChange={setMenuOpen}
        onAmount={chooseAmount}
      />
    ),
    table: clearedByView(table, whole),
  };
}

/** An amount means "the first of these filters in this order": another view is another choice. */
function clearedByView<Lead>(table: LeadTable<Lead>, whole: ReturnType<typeof useRowSelection>): LeadTable<Lead> {
  return {
    ...table,
    setFilters: (filters) => {
      whole.clear();
      table.setFilters(filters);
    },
    setSort: (sort) => {
      if (whole.amount !== undefined) whole.clear();
      table.setSort(sort);
    },
  };
}
