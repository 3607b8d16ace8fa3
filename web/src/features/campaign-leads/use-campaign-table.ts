import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { parseFilters, type TableFilter } from '@overture/domain/leads/filters';
import { CAMPAIGN_SORT_FIELDS, CAMPAIGN_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { readStored, writeStored, writeStoredEntry } from '../../lib/storage.ts';
import type { SortState } from '../../ui/table/columns.ts';
import { type LeadTable, useLeadTable, useTableView } from '../leads/index.ts';

export type CampaignTable = LeadTable<CampaignLead>;

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

/** Rows, page, filters and sort of the leads table. Filters are remembered per campaign, the sort for all. */
export function useCampaignTable(campaignId: number): CampaignTable {
  const view = useTableView({
    read: () => ({ filters: rememberedFilters(campaignId), sort: rememberedSort() }),
    keepFilters: (filters) =>
      writeStoredEntry('campaign-filters', campaignId, filters.length > 0 ? filters : undefined),
    keepSort: (sort) => writeStored('campaign-sort', sort),
  });
  const query = useQuery({
    ...queryOptions(campaignLeadsEndpoints.listCampaignLeads, {
      params: { id: campaignId },
      query: { page: view.page, ...tableRequest(view) },
    }),
    placeholderData: keepPreviousData,
  });
  return useLeadTable(view, {
    query,
    rows: query.data?.prospects,
    total: query.data?.total_prospects,
  });
}
