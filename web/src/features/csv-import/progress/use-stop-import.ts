import { type Import, searchesEndpoints } from '@overture/contract/searches';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryKey } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { refetchLists } from './imports-cache.ts';
import { t } from './texts.ts';

export async function stopImport(client: QueryClient, id: number): Promise<void> {
  try {
    const answer = await call(searchesEndpoints.cancelImport, { params: { id } });
    client.setQueryData<{ imports: Import[] }>(
      queryKey(searchesEndpoints.listImports, {}),
      (data) => data && { imports: data.imports.map((item) => (item.id === id ? answer : item)) },
    );
    await refetchLists(client);
  } catch (error) {
    toast.error(errorMessage(error, t('stop_failed')));
  }
}

/** The same for a button. */
export function useStopImport() {
  const client = useQueryClient();
  const stop = useMutation({ mutationFn: (id: number) => stopImport(client, id) });
  return { isStopping: stop.isPending, stop: stop.mutate };
}
