import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import { CardAnswers, ResearchCells, type ResearchView, enrichmentTexts as researchText } from '../enrichment/index.ts';
import { leadName } from '../leads/index.ts';
import { leadCard } from './lead-columns.tsx';
import { type FilterPanelState, ListToolbar } from './list-toolbar.tsx';
import { ResearchNotice } from './research/research-notice.tsx';
import { useListResearch } from './research/use-list-research.ts';
import type { ListSelectionBarProps, SelectedLeads } from './selection/list-selection-bar.tsx';
import { pageSelection, selectedLeads } from './selection/page-selection.ts';
import { SelectionMenu } from './selection/selection-menu.tsx';
import { useAmountChoice } from './selection/use-amount-choice.ts';
import { t } from './texts.ts';
import { useExport } from './use-export.ts';
import { useListColumns } from './use-list-columns.ts';
import { useListCustom } from './use-list-custom.tsx';
import { type ListTable, useListTable } from './use-list-table.ts';
import { useLiveRows } from './use-live-rows.ts';

export type { SelectedLeads };

/** It comes with the first lead that is opened and stays, since it slides away. */
const OpenLead = lazy(() => import('./lead/open-lead.tsx').then((file) => ({ default: file.OpenLead })));
const ResearchDialogs = lazy(() =>
  import('./research/research-dialogs.tsx').then((file) => ({ default: file.ResearchDialogs })),
);
const ListSelectionBar = lazy(() =>
  import('./selection/list-selection-bar.tsx').then((file) => ({ default: file.ListSelectionBar })),
);

interface LeadsTableProps {
  searchId: number;
  /** True while leads are still coming in. */
  isLoading: boolean;
  /** People who have just come by an import of this page. */
  arrivedIds?: ReadonlySet<number> | undefined;
  /** Fills an empty list. */
  emptyAction: ReactNode;
  emptyText: string;
  /** Left out where nothing can be added to campaigns. */
  onAddToCampaign?: ((leads: SelectedLeads, count: number) => void) | undefined;
  addLabel: string;
  /** The research dialog: what it shows, and where it goes. Left out where research is switched off. */
  research?: { view: ResearchView | undefined; onView: (view: ResearchView | undefined) => void } | undefined;
}

/** The leads of a list: filters, sort, pages, research columns, selection with what can be done, and the drawer of one lead. */
export function LeadsTable(props: LeadsTableProps) {
  const { searchId, research: dialog } = props;
  const table = useListTable(searchId);
  const whole = useRowSelection();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [openLead, setOpenLead] = useState<Prospect | undefined>();
  const [hasDrawer, setHasDrawer] = useState(false);
  if (openLead && !hasDrawer) setHasDrawer(true);
  const [filterPanel, setFilterPanel] = useState<FilterPanelState>({ opened: false });
  const [withAnswers, setWithAnswers] = useState(true);
  const own = useListCustom(table);
  const research = useListResearch(searchId, table, own.known);
  const { tasks, rowIds } = research;
  const exported = useMemo(() => (withAnswers ? tasks.map(({ id }) => id) : []), [withAnswers, tasks]);
  const { isPending: isExporting, exportLeads } = useExport(searchId, table, exported);
  const arrived = useLiveRows(searchId, table, openLead !== undefined || whole.count > 0);
  const shownIds = useMemo(() => table.rows?.map(({ id }) => id) ?? [], [table.rows]);
  const selection = pageSelection(whole, shownIds, table.page, () => setMenuOpen(true));
  const total = table.total ?? 0;
  const request = tableRequest(table);
  const chooseAmount = useAmountChoice({
    selection: whole,
    shownIds,
    page: table.page,
    view: JSON.stringify([searchId, request]),
    readFirst: (amount) =>
      call(searchesEndpoints.selectSearchProspects, { params: { id: searchId }, body: { amount, ...request } }),
    refetch: table.retry,
  });
  const chosenView = useChosenView(table, whole);
  const choice = useListColumns({ searchId, table: chosenView, research, dialog, onFilterPanel: setFilterPanel, own });
  const isWaiting =
    ((research.isFirstLoad || own.isPending) && table.rows?.length !== 0) ||
    (props.isLoading && table.rows?.length === 0 && table.filters.length === 0);
  return (
    <ResearchCells searchId={searchId} rowIds={rowIds} canRun={dialog !== undefined} isTaskOff={research.isTaskOff}>
      <ListToolbar
        table={chosenView}
        selectedCount={whole.count}
        isLoading={props.isLoading}
        onSelectAmount={chooseAmount}
        customColumns={own.filterColumns}
        researchColumns={research.filterColumns}
        filterPanel={filterPanel}
        onFilterPanel={setFilterPanel}
        export={{
          withAnswers: tasks.length > 0 ? withAnswers : undefined,
          onWithAnswers: setWithAnswers,
          onExport: (amount) => exportLeads({ amount }),
          isExporting,
        }}
        columnsMenu={choice.menu}
        notice={<ResearchNotice searchId={searchId} research={research} />}
      />
      <DataTable<Prospect>
        tableId="list-leads"
        label={t('table')}
        columns={choice.shown}
        rows={isWaiting ? undefined : table.rows}
        rowId={(lead) => lead.id}
        rowLabel={leadName}
        isStale={table.isStale}
        sort={table.sort}
        onSortChange={chosenView.setSort}
        selection={selection}
        selectionMenu={
          <SelectionMenu total={total} opened={isMenuOpen} onOpenedChange={setMenuOpen} onAmount={chooseAmount} />
        }
        onRowOpen={setOpenLead}
        openRowId={openLead?.id}
        newIds={arrived.size > 0 ? arrived : props.arrivedIds}
        headerEnd={dialog ? <AddColumn onClick={() => dialog.onView({ kind: 'tasks' })} /> : null}
        card={(lead) => ({
          ...leadCard(lead),
          detail: tasks.length > 0 ? <CardAnswers tasks={tasks} lead={lead} /> : null,
        })}
        error={tableError(table)}
        empty={
          <NoLeads
            isFiltered={table.filters.length > 0}
            onClear={() => chosenView.setFilters([])}
            action={props.emptyAction}
            text={props.emptyText}
          />
        }
      />
      <Pagination page={table.page} pageSize={PAGE_SIZES.leads} total={total} onChange={table.setPage} />
      <OpenSelectionBar
        {...props}
        table={table}
        selection={whole}
        tasks={dialog ? tasks.filter((task) => !research.isTaskOff(task)) : []}
        isExporting={isExporting}
        onExport={() => exportLeads(selectedLeads(whole))}
      />
      {hasDrawer ? (
        <Suspense fallback={null}>
          <OpenLead rows={table.rows ?? []} tasks={tasks} lead={openLead} onLead={setOpenLead} />
        </Suspense>
      ) : null}
      {own.dialog}
      {dialog && (dialog.view || research.deleting) ? (
        <Suspense fallback={null}>
          <ResearchDialogs searchId={searchId} research={research} dialog={dialog} />
        </Suspense>
      ) : null}
    </ResearchCells>
  );
}

/** It comes with the first lead that is ticked and stays, since it slides away. */
function OpenSelectionBar(props: ListSelectionBarProps) {
  const [isNeeded, setNeeded] = useState(false);
  if (props.selection.count > 0 && !isNeeded) setNeeded(true);
  return isNeeded ? (
    <Suspense fallback={null}>
      <ListSelectionBar {...props} />
    </Suspense>
  ) : null;
}

/** An amount means "the first of these filters in this order": another view is another choice. */
function useChosenView(table: ListTable, selection: ReturnType<typeof useRowSelection>): ListTable {
  return {
    ...table,
    setFilters: (filters) => {
      selection.clear();
      table.setFilters(filters);
    },
    setSort: (sort) => {
      if (selection.amount !== undefined) selection.clear();
      table.setSort(sort);
    },
  };
}

function tableError({ error, retry, isFetching }: ListTable): ReactNode {
  return error ? <ErrorState message={errorMessage(error, '')} onRetry={retry} retrying={isFetching} /> : undefined;
}

function AddColumn({ onClick }: { onClick: () => void }) {
  return (
    <IconButton size="small" label={researchText('add_column')} onClick={onClick}>
      <IconPlus size={16} aria-hidden />
    </IconButton>
  );
}

function NoLeads(props: { isFiltered: boolean; onClear: () => void; action: ReactNode; text: string }) {
  return (
    <EmptyState
      icon={<IconUsers size={22} />}
      title={t('none_found')}
      text={props.isFiltered ? t('none_filtered') : props.text}
      action={props.isFiltered ? <AppButton onClick={props.onClear}>{t('clear_filters')}</AppButton> : props.action}
    />
  );
}
