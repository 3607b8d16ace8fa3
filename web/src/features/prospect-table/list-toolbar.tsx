import { useMatches } from '@mantine/core';
import type { TableFilter } from '@overture/domain/leads/filters';
import { QUICK_SELECT_AMOUNTS } from '@overture/domain/limits';
import { type ReactNode, useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { FilterBar, FilterChips } from '../../ui/layout/filter-bar.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { type ExportChoice, ExportMenu } from './export-menu.tsx';
import { describeFilter, type FilterColumn, leadFilterColumns } from './filters/filter-columns.ts';
import { FilterPanel } from './filters/filter-panel.tsx';
import classes from './prospect-table.module.css';
import { t } from './texts.ts';
import type { ListTable } from './use-list-table.ts';

interface ListToolbarProps {
  table: ListTable;
  selectedCount: number;
  isLoading: boolean;
  onSelectAmount: (amount: number) => void;
  /** What can be filtered by besides the leads' own columns. */
  customColumns: readonly FilterColumn[];
  researchColumns: readonly FilterColumn[];
  filterPanel: FilterPanelState;
  onFilterPanel: (state: FilterPanelState) => void;
  export: ExportChoice;
  columnsMenu: ReactNode;
  /** Before the count: what runs, what failed. */
  notice: ReactNode;
}

export interface FilterPanelState {
  opened: boolean;
  column?: string;
}

/** The search field is the filter `name contains`, kept out of the chips because it stands in the field. */
function nameSearch(filters: readonly TableFilter[]): TableFilter | undefined {
  return filters.find(({ column, operation }) => column === 'name' && operation === 'contains');
}

/** Row above the table: search, filters, how many are shown, export. */
export function ListToolbar(props: ListToolbarProps) {
  const { table, selectedCount, isLoading, onSelectAmount, filterPanel, onFilterPanel } = props;
  const { customColumns, researchColumns } = props;
  const columns = useMemo(
    () => [...leadFilterColumns(), ...customColumns, ...researchColumns],
    [customColumns, researchColumns],
  );
  const search = nameSearch(table.filters);
  const others = table.filters.filter((filter) => filter !== search);
  const isEmpty = table.total === 0 && table.filters.length === 0;
  const total = table.total ?? 0;
  function find(value: string) {
    const name: TableFilter = { column: 'name', operation: 'contains', value };
    table.setFilters(value.trim() === '' ? others : [name, ...others]);
  }
  return (
    <FilterBar
      end={
        <>
          {props.notice}
          <CountText table={table} selectedCount={selectedCount} isLoading={isLoading} />
          <NarrowSelect total={total} onAmount={onSelectAmount} />
          {total > 0 ? props.columnsMenu : null}
          <ExportMenu {...props.export} total={total} isFiltered={table.filters.length > 0} />
        </>
      }
    >
      {isEmpty ? null : (
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
            opened={filterPanel.opened}
            startColumn={filterPanel.column}
            onOpenedChange={(opened) => onFilterPanel({ opened })}
          />
          <FilterChips
            chips={others.map((filter, index) => ({ id: String(index), label: describeFilter(filter, columns) }))}
            onRemove={(id) => table.setFilters(table.filters.filter((filter) => filter !== others[Number(id)]))}
            onOpen={() => onFilterPanel({ opened: true })}
            onClear={() => table.setFilters([])}
          />
        </>
      )}
    </FilterBar>
  );
}

function CountText({
  table,
  selectedCount,
  isLoading,
}: Pick<ListToolbarProps, 'table' | 'selectedCount' | 'isLoading'>) {
  const { rows, total, filters } = table;
  const shown = formatNumber(rows?.length ?? 0);
  const isEmpty = total === 0 && filters.length === 0;
  return (
    <span className="inline-flex gap-3 text-ink-3 text-table whitespace-nowrap number" role="status">
      {isLoading ? <span className={classes.loading}>{t('still_loading')}</span> : null}
      {total === undefined && table.error === null ? <span>{t('loading')}</span> : null}
      {selectedCount > 0 ? t('selected', { count: formatNumber(selectedCount) }) : null}
      {selectedCount === 0 && total !== undefined && !(isLoading && isEmpty)
        ? isEmpty
          ? t('no_leads')
          : t('showing', { shown, total: formatNumber(total) })
        : null}
    </span>
  );
}

/** Two-line rows have no header with a checkbox: the quick select stands here instead. */
function NarrowSelect({ total, onAmount }: { total: number; onAmount: (amount: number) => void }) {
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  if (!isNarrow || total === 0) return null;
  const amounts = QUICK_SELECT_AMOUNTS.filter((amount) => amount < total);
  return (
    <ActionMenu
      label={t('quick_select')}
      entries={[...amounts, total].map((amount) => ({
        id: String(amount),
        label: t(amount === total ? 'quick_all' : 'quick_first', { amount: formatNumber(amount) }),
        onSelect: () => onAmount(amount),
      }))}
    >
      <AppButton kind="quiet" size="small" aria-haspopup="menu">
        {t('select')}
      </AppButton>
    </ActionMenu>
  );
}
