import { campaignsEndpoints } from '@overture/contract/campaigns';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';

export interface CampaignFilters {
  search: string;
  labels: readonly number[];
  statuses: readonly CampaignStatus[];
  senders: readonly number[];
}

export const noFilters: CampaignFilters = { search: '', labels: [], statuses: [], senders: [] };

function rememberedPage(): number {
  const page = readStored('campaign-page', 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The campaigns list: newest first, 25 a page; the page is remembered as `campaign-page`. */
export function useCampaignList() {
  const [page, showPage] = useState(rememberedPage);
  const [filters, showFilters] = useState(noFilters);
  const query = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaignAnalytics, {
      query: {
        page,
        sort_field: 'created_at',
        sort_direction: 'desc',
        search: filters.search.trim() || undefined,
        labels: filters.labels.length > 0 ? [...filters.labels] : undefined,
        campaign_statuses: filters.statuses.length > 0 ? [...filters.statuses] : undefined,
        sender_accounts: filters.senders.length > 0 ? [...filters.senders] : undefined,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total_campaigns;
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZES.campaigns));
  const isBeyond = total !== undefined && !query.isPlaceholderData && page > lastPage;

  function setPage(next: number) {
    showPage(next);
    writeStored('campaign-page', next);
  }
  useEffect(() => {
    // Fewer campaigns than on the last visit: the remembered page is gone.
    if (!isBeyond) return;
    showPage(lastPage);
    writeStored('campaign-page', lastPage);
  }, [isBeyond, lastPage]);

  return {
    page,
    setPage,
    filters,
    setFilters: (next: CampaignFilters) => {
      showFilters(next);
      setPage(1);
    },
    isFiltered:
      filters.search.trim() !== '' ||
      [filters.labels, filters.statuses, filters.senders].some((list) => list.length > 0),
    campaigns: isBeyond ? undefined : query.data?.campaigns,
    total,
    isStale: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  };
}
