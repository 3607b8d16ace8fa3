import { campaignsEndpoints } from '@overture/contract/campaigns';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import { CAMPAIGN_STATUSES } from '@overture/domain/campaign/transitions';
import { CAMPAIGNS_SORT_FIELDS } from '@overture/domain/leads/lead-columns';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import type { SortState } from '../../../ui/table/columns.ts';
import { rowsOfPage } from '../../../ui/table/use-pager.ts';

export interface CampaignFilters {
  search: string;
  labels: readonly number[];
  statuses: readonly CampaignStatus[];
  senders: readonly number[];
}

export const noFilters: CampaignFilters = { search: '', labels: [], statuses: [], senders: [] };

/** How the list was left: the page it is opened on again is one of what was filtered and sorted so. */
interface CampaignView {
  filters: CampaignFilters;
  sort: SortState | undefined;
}

const isNumbers = (value: unknown): boolean => Array.isArray(value) && value.every(Number.isSafeInteger);

function rememberedView(): CampaignView {
  const { filters, sort } = readStored('campaigns-view', {}) as Partial<CampaignView>;
  const isWhole =
    typeof filters?.search === 'string' &&
    isNumbers(filters.labels) &&
    isNumbers(filters.senders) &&
    Array.isArray(filters.statuses) &&
    filters.statuses.every((status) => CAMPAIGN_STATUSES.includes(status));
  const isSort = CAMPAIGNS_SORT_FIELDS.has(sort?.field ?? '') && ['asc', 'desc'].includes(sort?.direction ?? '');
  return { filters: isWhole ? filters : noFilters, sort: isSort ? sort : undefined };
}

function rememberedPage(): number {
  const page = readStored('campaign-page', 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The campaigns list: newest first unless sorted, 25 a page; the page is remembered as `campaign-page`, filters and sort beside it. */
export function useCampaignList() {
  const [page, showPage] = useState(rememberedPage);
  const [{ filters, sort }, showView] = useState(rememberedView);
  const query = useQuery({
    ...queryOptions(campaignsEndpoints.listCampaignAnalytics, {
      query: {
        page,
        sort_field: sort?.field ?? 'created_at',
        sort_direction: sort?.direction ?? 'desc',
        search: filters.search.trim() || undefined,
        labels: filters.labels.length > 0 ? [...filters.labels] : undefined,
        campaign_statuses: filters.statuses.length > 0 ? [...filters.statuses] : undefined,
        sender_accounts: filters.senders.length > 0 ? [...filters.senders] : undefined,
      },
    }),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.total_campaigns;

  function setPage(next: number) {
    showPage(next);
    writeStored('campaign-page', next);
  }

  function setView(view: CampaignView) {
    showView(view);
    writeStored('campaigns-view', { ...view });
    setPage(1);
  }

  return {
    page,
    setPage,
    filters,
    setFilters: (next: CampaignFilters) => setView({ filters: next, sort }),
    sort,
    setSort: (next: SortState | undefined) => setView({ filters, sort: next }),
    isFiltered:
      filters.search.trim() !== '' ||
      [filters.labels, filters.statuses, filters.senders].some((list) => list.length > 0),
    campaigns: rowsOfPage(query.data?.campaigns, total),
    total,
    isStale: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  };
}
