import { type Search, searchesEndpoints } from '@overture/contract/searches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, refetch } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** Archives or restores lists; what was archived can be taken back from the message that says so. */
export function useSearchStatuses(onDone: () => void) {
  const client = useQueryClient();
  const setStatus = (ids: number[], status: Search['status']) =>
    call(searchesEndpoints.changeSearchStatuses, { body: { search_ids: ids, status } });
  const fetchLists = () => refetch(client, searchesEndpoints.listSearches, searchesEndpoints.listArchivedSearches);
  const change = useMutation({
    mutationFn: ({ ids, status }: { ids: number[]; status: Search['status'] }) => setStatus(ids, status),
    onSuccess: async (_, { ids, status }) => {
      await fetchLists();
      onDone();
      if (status === 'active') return toast.success(t('activated', { count: ids.length }));
      toast.success(t('archived', { count: ids.length }), {
        action: { label: t('undo'), onSelect: () => void undo(ids) },
      });
    },
    onError: (error, { status }) =>
      toast.error(errorMessage(error, status === 'active' ? t('activate_failed') : t('archive_failed'))),
  });
  async function undo(ids: number[]) {
    try {
      await setStatus(ids, 'active');
      await fetchLists();
    } catch (error) {
      toast.error(errorMessage(error, t('activate_failed')));
    }
  }
  return {
    isPending: change.isPending,
    archive: (ids: number[]) => change.mutate({ ids, status: 'archived' }),
    activate: (ids: number[]) => change.mutate({ ids, status: 'active' }),
  };
}
