import type { PlainFilter, TableFilter } from '@overture/domain/leads/filters';
import { isGroup, isTyped, listColumnFilters } from '@overture/domain/leads/filters';
import { isHistoryColumn, SEARCH_COLUMN } from '@overture/domain/leads/lead-columns';
import { Suspense } from 'react';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { LeadTable } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { DescribedChips } from './described-chips.tsx';
import type { FilterColumn } from './filter-columns.ts';
import { FilterPanel } from './filter-panel.tsx';

const HistoryChips = lazyPart(() => import('./history-chips.tsx').then((file) => ({ default: file.HistoryChips })));

export interface FilterPanelState {
  opened: boolean;
  column?: string;
}

interface LeadFiltersProps {
  table: Pick<LeadTable<unknown>, 'filters' | 'setFilters'>;
  /** What can be filtered by. */
  columns: readonly FilterColumn[];
  panel: FilterPanelState;
  onPanel: (state: FilterPanelState) => void;
}

/** Search over all fields of a lead, the filters of a table of leads, and what is set of them. */
export function LeadFilters({ table, columns, panel, onPanel }: LeadFiltersProps) {
  const search = table.filters.find(isSearch);
  const others = table.filters.filter((filter) => filter !== search);
  const Chips = listColumnFilters(others).some(({ column }) => isHistoryColumn(column)) ? HistoryChips : DescribedChips;
  function find(value: string) {
    const anything: TableFilter = { column: SEARCH_COLUMN, operation: 'contains', value };
    table.setFilters(value.trim() === '' ? others : [anything, ...others]);
  }
  return (
    <>
      <SearchInput
        label={t('search_leads')}
        placeholder={t('search_leads')}
        value={search?.value ?? ''}
        onChange={find}
      />
      <FilterPanel
        columns={columns}
        filters={others}
        onChange={(filters) => table.setFilters(search === undefined ? filters : [search, ...filters])}
        opened={panel.opened}
        startColumn={panel.column}
        onOpenedChange={(opened) => onPanel({ opened })}
      />
      <Suspense fallback={null}>
        <Chips
          columns={columns}
          filters={others}
          onRemove={(removed) => table.setFilters(table.filters.filter((filter) => filter !== removed))}
          onOpen={() => onPanel({ opened: true })}
          onClear={() => table.setFilters([])}
        />
      </Suspense>
    </>
  );
}

/** The search field is a filter of its own, kept out of the chips because the field shows it. */
function isSearch(filter: TableFilter): filter is PlainFilter {
  return !isGroup(filter) && !isTyped(filter) && filter.column === SEARCH_COLUMN && filter.operation === 'contains';
}
