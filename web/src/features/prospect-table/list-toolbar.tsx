import { useMatches } from '@mantine/core';
import { QUICK_SELECT_AMOUNTS } from '@overture/domain/limits';
import { type ReactNode, useMemo } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { type ExportChoice, ExportMenu } from './export-menu.tsx';
import { type FilterColumn, listFilterColumns } from './filters/filter-columns.ts';
import { type FilterPanelState, LeadFilters } from './filters/lead-filters.tsx';
import classes from './prospect-table.module.css';
import { t } from './texts.ts';
import type { ListTable } from './use-list-table.ts';

interface ListToolbarProps {
  searchId: number;
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

/** Row above the table: search, filters, how many are shown, export. */
export function ListToolbar(props: ListToolbarProps) {
  const { table, selectedCount, isLoading, onSelectAmount } = props;
  const { customColumns, researchColumns, searchId } = props;
  const columns = useMemo(
    () => listFilterColumns(searchId, [...customColumns, ...researchColumns]),
    [customColumns, researchColumns, searchId],
  );
  const isEmpty = table.total === 0 && table.filters.length === 0;
  const total = table.total ?? 0;
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
        <LeadFilters table={table} columns={columns} panel={props.filterPanel} onPanel={props.onFilterPanel} />
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

/** Two-line rows have no header with a checkbox: the quick select is here instead. */
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
