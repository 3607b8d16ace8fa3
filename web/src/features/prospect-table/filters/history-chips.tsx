import { isTyped, listColumnFilters, type TableFilter } from '@overture/domain/leads/filters';
import { IN_CAMPAIGN_COLUMN } from '@overture/domain/leads/lead-history';
import { useMemo } from 'react';
import { DescribedChips, type DescribedChipsProps } from './described-chips.tsx';
import type { FilterColumn } from './filter-columns.ts';
import { useCampaignColumn, withHistory } from './history-columns.ts';

/** Chips of filters among which some are about what happened to leads. */
export function HistoryChips({ columns, filters, ...props }: DescribedChipsProps) {
  const all = useMemo(() => withHistory(columns), [columns]);
  const own = all.find(({ id }) => id === IN_CAMPAIGN_COLUMN) as FilterColumn;
  const campaign = useCampaignColumn(own, namesCampaigns(filters));
  return (
    <DescribedChips columns={all.map((column) => (column === own ? campaign : column))} filters={filters} {...props} />
  );
}

function namesCampaigns(filters: readonly TableFilter[]): boolean {
  return listColumnFilters(filters).some(
    (filter) => filter.column === IN_CAMPAIGN_COLUMN && !isTyped(filter) && /\d/.test(filter.value),
  );
}
