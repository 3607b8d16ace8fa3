import { type Import, searchesEndpoints } from '@overture/contract/searches';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queryKey, queryOptions, refetch } from '../../../lib/api/api-client.ts';

/** Imports under way and those that ended within the hour; kept current by live events, asked for once. */
export const importsQuery = {
  ...queryOptions(searchesEndpoints.listImports),
  staleTime: Number.POSITIVE_INFINITY,
};

export function isUnderWay(item: Pick<Import, 'status'>): boolean {
  return item.status === 'queued' || item.status === 'running';
}

type Progress = Pick<Import, 'status' | 'bytes_read' | 'bytes_total' | 'waiting_for' | 'waits_until' | 'error'> &
  Pick<Import, 'undo_state' | 'undone_prospects' | 'kept_prospects'> &
  Pick<Import, 'added_prospects' | 'duplicate_rows' | 'skipped_rows' | 'bad_rows' | 'total_rows'>;

/** Lays a live event onto the cache; asks the server where the import was not known yet. */
export function mergeProgress(client: QueryClient, importId: number, progress: Progress): void {
  const key = queryKey(searchesEndpoints.listImports, {});
  const known = client.getQueryData<{ imports: Import[] }>(key)?.imports.some(({ id }) => id === importId);
  if (!known) {
    void refetch(client, searchesEndpoints.listImports);
    return;
  }
  client.setQueryData<{ imports: Import[] }>(
    key,
    (data) => data && { imports: data.imports.map((item) => (item.id === importId ? { ...item, ...progress } : item)) },
  );
}

/** Everything that shows the leads or the size of a list. */
export function refetchLists(client: QueryClient): Promise<void> {
  return refetch(
    client,
    searchesEndpoints.listSearchProspects,
    searchesEndpoints.getSearch,
    searchesEndpoints.listSearches,
  );
}

/**
 * An import as last heard of, live while it is in the list of imports. One that ended more than an hour ago is fetched separately;
 * `lookup` says how that went.
 */
export function useImport(importId: number) {
  const list = useQuery(importsQuery);
  const listed = list.data?.imports.find(({ id }) => id === importId);
  const lookup = useQuery({
    ...queryOptions(searchesEndpoints.getImport, { params: { id: importId } }),
    enabled: listed === undefined && !list.isPending,
  });
  const item: Import | undefined = listed ?? lookup.data;
  return { item, lookup };
}

/** Imports into a list that are still going on. */
export function useRunningImports(searchId: number): readonly Import[] {
  const { data } = useQuery(importsQuery);
  return data?.imports.filter((item) => item.search_id === searchId && isUnderWay(item)) ?? [];
}
