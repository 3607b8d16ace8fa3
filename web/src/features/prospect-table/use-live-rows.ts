import type { Prospect } from '@overture/contract/prospects';
import { type Search, searchesEndpoints } from '@overture/contract/searches';
import { REQUEST_LIMITS } from '@overture/domain/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKey, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { type ListTable, pageInput } from './use-list-table.ts';

const noIds: ReadonlySet<number> = new Set();

/**
 * Leads that arrive while the list is open. On the plain first page they come in at the top, at most 25 rows; anywhere else the
 * page stays as it is and only the total grows, as it does while somebody works with the rows (`isHeld`). Answers the ids that have just come, whose background fades once.
 */
export function useLiveRows(
  searchId: number,
  table: Pick<ListTable, 'page' | 'filters' | 'sort'>,
  isHeld: boolean,
): ReadonlySet<number> {
  const client = useQueryClient();
  const [arrived, setArrived] = useState(noIds);
  const isPlain = table.page === 1 && table.filters.length === 0 && table.sort === undefined && !isHeld;

  useLiveEvent('prospect_list', (event) => {
    if (event.search_id !== searchId) return;
    const { total_prospects } = event;
    client.setQueryData<{ search: Search }>(
      queryKey(searchesEndpoints.getSearch, { params: { id: searchId } }),
      (known) => known && { ...known, search: { ...known.search, total_prospects } },
    );
    const key = queryKey(searchesEndpoints.listSearchProspects, pageInput(searchId, table.page, table));
    client.setQueryData<{ prospects: Prospect[]; totalProspects: number }>(key, (shown) => {
      if (shown === undefined || table.filters.length > 0) return shown;
      if (!isPlain) return { ...shown, totalProspects: event.total_prospects };
      const fresh = event.prospects;
      const ids = new Set(fresh.map(({ id }) => id));
      const prospects = [...fresh, ...shown.prospects.filter(({ id }) => !ids.has(id))];
      return { prospects: prospects.slice(0, REQUEST_LIMITS.max_live_rows), totalProspects: event.total_prospects };
    });
    if (isPlain) setArrived(new Set(event.prospects.map(({ id }) => id)));
  });
  useLiveEvent('search_finished', (event) => {
    if (event.search_id !== searchId) return;
    void refetch(client, searchesEndpoints.listSearchProspects, searchesEndpoints.getSearch);
  });
  return arrived;
}
