import type { EndpointOutput } from '@overture/contract/endpoint';
import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import { searchesEndpoints } from '@overture/contract/searches';
import { hasFinderFilter } from '@overture/domain/finder/lead-finder';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, errorMessage, mutationOptions, queryKey, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import type { SearchLimit } from '../searches/index.ts';
import { EMPTY_REQUEST, type FinderRequest, usedFilters } from './filter-state.ts';
import { t } from './texts.ts';

/** Pause after the last change before leads are counted again, in milliseconds. */
const countPause = 250;

const bodyOf = ({ filters, perCompany, loadedAfter }: FinderRequest) => ({
  filters: usedFilters(filters),
  ...(perCompany === undefined ? undefined : { prospects_per_company: perCompany }),
  ...(loadedAfter === undefined ? undefined : { loaded_after: loadedAfter }),
});

function previewOptions(searchId: number, request: FinderRequest, page: number) {
  const body = { ...bodyOf(request), ...(page > 1 ? { page } : undefined) };
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

interface AddingOptions {
  onAdded: (ids: number[], count: number) => void;
  onLimit: (limit: SearchLimit) => void;
}

/** Copies leads into the list and says what was left out, and why. */
export function useAddLeads(searchId: number, { onAdded, onLimit }: AddingOptions) {
  const client = useQueryClient();
  const { organization } = useUser();
  const add = useMutation({
    ...mutationOptions(leadFinderEndpoints.addFinderLeads),
    onSuccess: async (answer) => {
      toast.success(describeAdded(answer, organization.active_subscription), { duration: 5000 });
      onAdded(
        answer.prospects.map(({ id }) => id),
        answer.added_prospects,
      );
      await refetch(
        client,
        searchesEndpoints.listSearchProspects,
        searchesEndpoints.getSearch,
        searchesEndpoints.listSearches,
        leadFinderEndpoints.previewFinderLeads,
        leadFinderEndpoints.inspectFinderLead,
      );
    },
    onError: (error) => {
      if (error instanceof ApiError && (error.code === 'trial_search_limit' || error.code === 'search_limit')) {
        onLimit(error.code);
      } else toast.error(errorMessage(error, t('add_failed')));
    },
  });
  return {
    isAdding: add.isPending,
    addAmount: (request: FinderRequest, amount: number) =>
      add.mutate({ params: { id: searchId }, body: { ...bodyOf(request), amount, leaves_out: request.leavesOut } }),
    addNamed: (request: FinderRequest, prospect_ids: string[]) =>
      add.mutate({ params: { id: searchId }, body: { ...bodyOf(request), prospect_ids } }),
  };
}

interface Added {
  added_prospects: number;
  already_in_list: number;
  known_count: number;
  company_limit_count: number;
  excluded_domains_count: number;
  erased_count: number;
  over_limit_count: number;
}

function describeAdded(answer: Added, isSubscribed: boolean): string {
  const words = (count: number) => ({ count, shown: formatNumber(count) });
  return [
    t('added', words(answer.added_prospects)),
    answer.already_in_list > 0 ? t('left_in_list', words(answer.already_in_list)) : null,
    answer.known_count > 0 ? t('left_known', words(answer.known_count)) : null,
    answer.company_limit_count > 0 ? t('left_company', words(answer.company_limit_count)) : null,
    answer.excluded_domains_count > 0 ? t('left_excluded', words(answer.excluded_domains_count)) : null,
    answer.erased_count > 0 ? t('left_erased', words(answer.erased_count)) : null,
    answer.over_limit_count > 0 ? t(isSubscribed ? 'over_month' : 'over_trial', words(answer.over_limit_count)) : null,
  ]
    .filter(Boolean)
    .join(' ');
}
