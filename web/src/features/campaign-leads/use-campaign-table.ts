import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { parseFilters, type TableFilter } from '@overture/domain/leads/filters';
import { CAMPAIGN_SORT_FIELDS, CAMPAIGN_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { readStored, writeStored, writeStoredEntry } from '../../lib/storage.ts';
import type { SortState } from '../../ui/table/columns.ts';

export type CampaignTable = ReturnType<typeof useCampaignTable>;

/** What an older version remembered may name columns that are gone. */
function rememberedFilters(campaignId: number): TableFilter[] {
  const parsed = parseFilters(readStored('campaign-filters', {})[campaignId], CAMPAIGN_TABLE_COLUMNS);
  return parsed.ok ? parsed.filters : [];
}

const noSort = { field: '', direction: 'asc' } as const;

function rememberedSort(): SortState | undefined {
  const { field, direction } = readStored('campaign-sort', noSort);
  const isKnown = CAMPAIGN_SORT_FIELDS.has(field) && (direction === 'asc' || direction === 'desc');
  return isKnown ? { field, direction } : undefined;
}

/** Rows, page, filters and sort of the leads table. Filters are remembered per campaign, the sort for all (campaigns 2). */
export function useCampaignTable(campaignId: number) {
  const [page, setPage] = useState(1);
  const [filters, showFilters] = useState<readonly TableFilter[]>(() => rememberedFilters(campaignId));
  const [sort, showSort] = useState(rememberedSort);
  const query = useQuery({
    ...queryOptions(campaignLeadsEndpoints.listCampaignLeads, {
      params: { id: campaignId },
      query: { page, ...tableRequest({ filters, sort }) },
    }),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total_prospects;
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZES.campaign_leads));
  const isBeyond = total !== undefined && !query.isPlaceholderData && page > lastPage;
  useEffect(() => {
    // Leads left the campaign and the page with them.
    if (isBeyond) setPage(lastPage);
  }, [isBeyond, lastPage]);

  return {
    page,
    filters,
    sort,
    rows: isBeyond ? undefined : query.data?.prospects,
    total,
    isStale: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
    setPage,
    setFilters: (next: TableFilter[]) => {
      showFilters(next);
      writeStoredEntry('campaign-filters', campaignId, next.length > 0 ? next : undefined);
      setPage(1);
    },
    setSort: (next: SortState | undefined) => {
      showSort(next);
      writeStored('campaign-sort', next);
      setPage(1);
    },
  };
}
