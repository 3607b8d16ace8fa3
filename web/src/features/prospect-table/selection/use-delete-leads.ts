import { searchesEndpoints } from '@overture/contract/searches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { tableRequest } from '../../../lib/api/table-request.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { ListTable } from '../use-list-table.ts';
import { t } from './texts.ts';

type Selected = { prospect_ids?: number[]; amount?: number };

/** Takes leads out of a list. Named leads can be put back from the message; an amount is asked about before. */
export function useDeleteLeads(searchId: number, table: Pick<ListTable, 'filters' | 'sort'>, onDone: () => void) {
  const client = useQueryClient();
  const params = { id: searchId };
  const fetchTable = () =>
    refetch(client, searchesEndpoints.listSearchProspects, searchesEndpoints.getSearch, searchesEndpoints.listSearches);
  const remove = useMutation({
    mutationFn: (selected: Selected) =>
      call(searchesEndpoints.changeProspectStatuses, {
        params,
        body: { ...selected, ...tableRequest(table), old_status: 'IN_REVIEW', new_status: 'ARCHIVED' },
      }),
    onSuccess: async ({ updated_prospects }, selected) => {
      onDone();
      await fetchTable();
      const words = { count: updated_prospects, shown: formatNumber(updated_prospects) };
      const ids = selected.prospect_ids;
      toast.success(
        t('deleted', words),
        ids ? { action: { label: t('undo'), onSelect: () => void putBack(ids) } } : {},
      );
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
  async function putBack(ids: number[]) {
    try {
      await call(searchesEndpoints.changeProspectStatuses, {
        params,
        body: { prospect_ids: ids, old_status: 'ARCHIVED', new_status: 'IN_REVIEW' },
      });
      await fetchTable();
      toast.success(t('undone'));
    } catch (error) {
      toast.error(errorMessage(error, t('undo_failed')));
    }
  }
  return { isPending: remove.isPending, deleteLeads: remove.mutate };
}
