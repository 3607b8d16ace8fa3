import type { TableFilter } from '@overture/domain/leads/filters';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { FilterChips } from '../../../ui/layout/filter-bar.tsx';
import type { LeadTable } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { describeFilter, type FilterColumn } from './filter-columns.ts';
import { FilterPanel } from './filter-panel.tsx';

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

/** Search by name, the other filters of a table of leads, and what is set of them. */
export function LeadFilters({ table, columns, panel, onPanel }: LeadFiltersProps) {
  const search = nameSearch(table.filters);
  const others = table.filters.filter((filter) => filter !== search);
  function find(value: string) {
    const name: TableFilter = { column: 'name', operation: 'contains', value };
    table.setFilters(value.trim() === '' ? others : [name, ...others]);
  }
  return (
    <>
      <SearchInput
        label={t('search_name')}
        placeholder={t('search_name')}
        value={search?.value ?? ''}
        onChange={find}
      />
      <FilterPanel
        columns={columns}
        filters={table.filters}
        onChange={table.setFilters}
        opened={panel.opened}
        startColumn={panel.column}
        onOpenedChange={(opened) => onPanel({ opened })}
      />
      <FilterChips
        chips={others.map((filter, index) => ({ id: String(index), label: describeFilter(filter, columns) }))}
        onRemove={(id) => table.setFilters(table.filters.filter((filter) => filter !== others[Number(id)]))}
        onOpen={() => onPanel({ opened: true })}
        onClear={() => table.setFilters([])}
      />
    </>
  );
}

/** The search field is the filter `name contains`, kept out of the chips because the field shows it. */
function nameSearch(filters: readonly TableFilter[]): TableFilter | undefined {
  return filters.find(({ column, operation }) => column === 'name' && operation === 'contains');
}
