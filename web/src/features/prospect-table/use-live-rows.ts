import type { Prospect } from '@overture/contract/prospects';
import { type Search, searchesEndpoints } from '@overture/contract/searches';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKey, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { useThrottled } from '../../lib/throttle.ts';
import { type ListTable, pageInput } from './use-list-table.ts';

/** An import announces each batch: not more often than this. */
const PAGE_EVERY_MS = 1500;

const noIds: ReadonlySet<number> = new Set();

/**
 * Leads that arrive while the list is open. The plain first page is fetched again, in the server's order; anywhere else the
 * page stays as it is and only the total grows, as it does while a user works with the rows (`isHeld`). Returns the ids that have just come, whose background fades once.
 */
export function useLiveRows(
  searchId: number,
  table: Pick<ListTable, 'page' | 'filters' | 'sort'>,
  isHeld: boolean,
): ReadonlySet<number> {
  const client = useQueryClient();
  const [arrived, setArrived] = useState(noIds);
  const isPlain = table.page === 1 && table.filters.length === 0 && table.sort === undefined && !isHeld;

  // The server's order: later batches of one import come after its earlier ones, and page 2 continues page 1.
  const refetchPage = useThrottled(() => void refetch(client, searchesEndpoints.listSearchProspects), PAGE_EVERY_MS);
  useLiveEvent('prospect_list', (event) => {
    if (event.search_id !== searchId) return;
    const { total_prospects } = event;
    client.setQueryData<{ search: Search }>(
      queryKey(searchesEndpoints.getSearch, { params: { id: searchId } }),
      (known) => known && { ...known, search: { ...known.search, total_prospects } },
    );
    const key = queryKey(searchesEndpoints.listSearchProspects, pageInput(searchId, table.page, table));
    client.setQueryData<{ prospects: Prospect[]; totalProspects: number }>(
      key,
      (shown) => shown && (table.filters.length > 0 ? shown : { ...shown, totalProspects: event.total_prospects }),
    );
    if (!isPlain) return;
    setArrived(new Set(event.prospects.map(({ id }) => id)));
    refetchPage();
  });
  useLiveEvent('search_finished', (event) => {
    if (event.search_id !== searchId) return;
    void refetch(client, searchesEndpoints.listSearchProspects, searchesEndpoints.getSearch);
  });
  return arrived;
}
