import type { EndpointOutput } from '@overture/contract/endpoint';
import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import { searchesEndpoints } from '@overture/contract/searches';
import { hasFinderFilter } from '@overture/domain/finder/lead-finder';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKey, queryOptions } from '../../lib/api/api-client.ts';
import { EMPTY_REQUEST, type FinderRequest, requestBody, usedFilters } from './filter-state.ts';

/** Pause after the last change before leads are counted again, in milliseconds. */
const countPause = 250;

function previewOptions(searchId: number, request: FinderRequest, page: number) {
  const body = { ...requestBody(request), ...(page > 1 ? { page } : undefined) };
  return {
    ...queryOptions(leadFinderEndpoints.previewFinderLeads, { params: { id: searchId }, body }),
    // Leads are loaded rarely; what was counted a moment ago is still true.
    staleTime: 60_000,
    retry: false,
  };
}

/** The server stores the filters of each preview: the list as fetched before says so too, for the next time the dialog opens. */
export function useRememberedFilters(searchId: number, draft: FinderRequest): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!hasFinderFilter(draft.filters)) return;
    const stored = { filters: usedFilters(draft.filters), prospects_per_company: draft.perCompany ?? null };
    client.setQueryData<EndpointOutput<typeof searchesEndpoints.getSearch>>(
      queryKey(searchesEndpoints.getSearch, { params: { id: searchId } }),
      (known) => known && { ...known, ...stored },
    );
  }, [client, searchId, draft]);
}

/** A page of the leads that pass the applied filters, with their exact number. */
export function usePreview(searchId: number, request: FinderRequest | undefined, page: number) {
  const asked = request ?? EMPTY_REQUEST;
  return useQuery({
    ...previewOptions(searchId, asked, page),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
  });
}

/**
 * How many leads pass the filters of the panel. Each change cancels the question before it, in the database
 * too, since the browser hangs up.
 */
export function useLiveCount(searchId: number, draft: FinderRequest) {
  const settled = useSettled(draft, countPause);
  const isAsking = hasFinderFilter(settled.filters);
  const query = useQuery({ ...previewOptions(searchId, settled, 1), enabled: isAsking });
  const isBehind = settled !== draft || query.isFetching;
  return {
    total: isAsking ? query.data?.total_prospects : undefined,
    isCounting: isBehind && hasFinderFilter(draft.filters),
    error: query.error,
  };
}

function useSettled<Value>(value: Value, pause: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}

/** Whether the lead database can be asked; watched closely while it is being prepared. */
export function useDatabaseState() {
  return useQuery({
    ...queryOptions(leadFinderEndpoints.getLeadDatabaseState),
    refetchInterval: ({ state }) => (state.data?.state === 'ready' || state.data?.state === 'off' ? false : 1500),
  });
}
