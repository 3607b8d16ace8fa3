import { SEEN_SELECTION_MAX } from '@overture/domain/limits';
import { useCallback, useEffect, useRef } from 'react';
import { errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { RowSelection } from '../../../ui/table/use-row-selection.ts';
import { t } from '../texts.ts';

interface AmountChoice {
  selection: RowSelection;
  /** People of the page that is shown, and its number. */
  shownIds: readonly number[];
  page: number;
  /** Names filters and sort: an answer for others than those shown is dropped. */
  view: string;
  /** Asks the server whom the first of this view are. */
  readFirst: (amount: number) => Promise<{ prospect_ids: number[] }>;
  /** Fetches the page again: it must show the requested view. */
  refetch: () => void;
}

/**
 * Chooses an amount of leads as the people it means now: an import that puts others on top later changes nothing of it. What
 * the page shows is taken as it is shown; more is fetched, and counts as chosen once it is known.
 */
export function useAmountChoice(choice: AmountChoice): (amount: number) => void {
  const latest = useRef(choice);
  const asked = useRef(0);
  useEffect(() => {
    latest.current = choice;
  });
  return useCallback((amount: number) => {
    const { selection, shownIds, page, view, readFirst, refetch } = latest.current;
    asked.current += 1;
    const mine = asked.current;
    if (amount > SEEN_SELECTION_MAX) return selection.selectAmount(amount);
    if (page === 1 && amount <= shownIds.length) return selection.selectAmount(amount, shownIds.slice(0, amount));
    // Nothing may be done with what was selected before, while the answer is on its way.
    selection.clear();
    readFirst(amount).then(
      ({ prospect_ids }) => {
        if (mine !== asked.current || view !== latest.current.view) return;
        latest.current.selection.selectAmount(prospect_ids.length, prospect_ids);
        refetch();
      },
      (error) => toast.error(errorMessage(error, t('select_failed'))),
    );
  }, []);
}
