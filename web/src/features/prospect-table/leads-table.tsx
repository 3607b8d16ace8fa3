import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { LeadColumn } from '@overture/contract/lead-columns';
import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { tableFailure } from '../../lib/api/query-failure.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type DataColumn, defaultColumnWidth } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import type { DataTableProps, EndlessRows } from '../../ui/table/use-data-table.ts';
import { untilLoaded } from '../../ui/until-loaded.ts';
import { leadName } from '../leads/index.ts';
import { CardResults, ResearchCells } from '../research-cells/index.ts';
import type { ResearchView } from '../research-tasks/index.ts';
import { BlockedMarks, withBlockedMarks } from './blocked-marks.tsx';
import type { FilterColumn } from './filters/filter-columns.ts';
import type { FilterPanelState } from './filters/lead-filters.tsx';
import type { OpenLeadProps } from './lead/open-lead.tsx';
import { leadCard } from './lead-columns.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { ResearchNotice } from './research/research-notice.tsx';
import { useListResearch } from './research/use-list-research.ts';
import { RowsMenu } from './rows-menu.tsx';
import type { ListSelectionBarProps, SelectedLeads } from './selection/list-selection-bar.tsx';
import { selectedLeads } from './selection/page-selection.ts';
import { type ReadFirst, useLeadSelection } from './selection/use-lead-selection.tsx';
import { t } from './texts.ts';
import { useExport } from './use-export.ts';
import { useListColumns } from './use-list-columns.ts';
import { useListCustom } from './use-list-custom.tsx';
import { type ListTable, type OnlyLeads, useListTable } from './use-list-table.ts';
import { useLiveRows } from './use-live-rows.ts';
import { type TableLook, useTableLook } from './use-table-look.ts';
import { LeadViews } from './views/lead-views.tsx';
import type { ViewState } from './views/view-state.ts';

export type { SelectedLeads };

const OpenLead = lazyPart(() => import('./lead/open-lead.tsx').then((file) => ({ default: file.OpenLead })));
const ResearchDialogs = lazyPart(() =>
  import('./research/research-dialogs.tsx').then((file) => ({ default: file.ResearchDialogs })),
);
const ListSelectionBar = lazyPart(() =>
  import('./selection/list-selection-bar.tsx').then((file) => ({ default: file.ListSelectionBar })),
);

const CellLayer = lazyPart(() =>
  untilLoaded(() => import('./cells/cell-layer.tsx')).then((file) => ({ default: file.CellLayer })),
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
  /** The view that an address asks for, instead of the remembered one. */
  only?: OnlyLeads | undefined;
  /** The research dialog: what it shows, and where it goes. Left out where research is switched off. */
  research?: { view: ResearchView | undefined; onView: (view: ResearchView | undefined) => void } | undefined;
}

const readFirst: ReadFirst = (id, amount, view) =>
  call(searchesEndpoints.selectSearchProspects, { params: { id }, body: { amount, ...view } });

/** The leads of a list: filters, sort, pages, research columns, selection with what can be done, and the drawer of one lead. */
export function LeadsTable(props: LeadsTableProps) {
  const { searchId, research: dialog } = props;
  const look = useTableLook('list-leads');
  const table = useListTable(searchId, props.only, look.isEndless);
  const chosen = useLeadSelection(table, searchId, readFirst);
  const [openLead, setOpenLead] = useOpenLead(table.rows, props.only?.lead);
  const [filterPanel, setFilterPanel] = useState<FilterPanelState>({ opened: false });
  const own = useListCustom(table);
  const research = useListResearch(searchId, table, own.known);
  const { tasks, isTaskOff } = research;
  const arrived = useLiveRows(searchId, table, openLead !== undefined || chosen.whole.count > 0);
  const shown = { searchId, table: chosen.table };
  const choice = useListColumns({ ...shown, research, dialog, onFilterPanel: setFilterPanel, own });
  const exporting = useExport(searchId, table, tasks, choice);
  return (
    <ResearchCells searchId={searchId} rowIds={research.rowIds} canRun={dialog !== undefined} isTaskOff={isTaskOff}>
      <Views {...shown} choice={choice} look={look} />
      <ListToolbar
        {...shown}
        selectedCount={chosen.whole.count}
        isLoading={props.isLoading}
        onSelectAmount={chosen.chooseAmount}
        customColumns={own.filterColumns}
        researchColumns={research.filterColumns}
        filterPanel={filterPanel}
        onFilterPanel={setFilterPanel}
        export={exporting.choice}
        columnsMenu={<RowsMenu look={look}>{choice.menu}</RowsMenu>}
        notice={<ResearchNotice searchId={searchId} research={research} />}
      />
      <ListRows
        {...props}
        table={table}
        chosen={chosen}
        isWaiting={isWaiting(table, research.isFirstLoad || own.isPending, props.isLoading)}
        columns={choice.shown}
        moves={choice.moves}
        look={look}
        custom={own.columns}
        tasks={tasks}
        openLead={openLead}
        onOpenLead={setOpenLead}
        arrivedIds={arrived.size > 0 ? arrived : props.arrivedIds}
      />
      <OpenSelectionBar
        {...props}
        table={table}
        selection={chosen.whole}
        tasks={dialog ? tasks.filter((task) => !isTaskOff(task)) : []}
        isExporting={exporting.choice.isExporting}
        onExport={() => exporting.exportLeads(selectedLeads(chosen.whole))}
      />
      <Drawer rows={table.rows ?? []} tasks={tasks} lead={openLead} onLead={setOpenLead} />
      {own.dialog}
      <OpenResearchDialogs searchId={searchId} research={research} dialog={dialog} custom={own.filterColumns} />
    </ResearchCells>
  );
}

interface ViewsProps {
  searchId: number;
  table: ListTable;
  choice: ReturnType<typeof useListColumns>;
  look: TableLook;
}

function Views({ searchId, table, choice, look }: ViewsProps) {
  function apply({ filters, sort, columns, widths, height }: ViewState) {
    table.setFilters(filters);
    table.setSort(sort);
    choice.choose(columns);
    look.setWidths(widths);
    if (height) look.setHeight(height);
  }
  const shown = {
    columns: choice.shown.map(({ id }) => id),
    known: choice.ordered.map(({ id }) => id),
    widths: Object.fromEntries(
      choice.shown.map(({ id, width }) => [id, look.widths[id] ?? width ?? defaultColumnWidth]),
    ),
    height: look.height,
  };
  return <LeadViews {...{ searchId, table }} look={shown} isOrdered={choice.isOrdered} onApply={apply} />;
}

/** The lead in the drawer; one that an address names opens once its row is there. */
function useOpenLead(rows: ListTable['rows'], wanted: number | undefined) {
  const [open, setOpen] = useState<Prospect>();
  const [pending, setPending] = useState(wanted);
  const found = pending === undefined ? undefined : rows?.find(({ id }) => id === pending);
  if (found) {
    setPending(undefined);
    setOpen(found);
  }
  return [open, setOpen] as const;
}

/** Nothing jumps when columns come in, and a list that is being filled is not called empty. */
function isWaiting({ rows, filters }: ListTable, areColumnsComing: boolean, areLeadsComing: boolean): boolean {
  const isEmpty = rows?.length === 0;
  return isEmpty ? areLeadsComing && filters.length === 0 : areColumnsComing;
}

interface ListRowsProps extends Pick<LeadsTableProps, 'arrivedIds' | 'emptyAction' | 'emptyText' | 'research'> {
  chosen: ReturnType<typeof useLeadSelection<Prospect>>;
  table: ListTable;
  isWaiting: boolean;
  columns: readonly DataColumn<Prospect>[];
  moves: DataTableProps<Prospect>['moves'];
  look: TableLook;
  custom: readonly LeadColumn[];
  tasks: readonly EnrichmentPrompt[];
  openLead: Prospect | undefined;
  onOpenLead: (lead: Prospect) => void;
}

/** The page of leads that is looked at, and the way to the others. */
function ListRows(props: ListRowsProps) {
  const { chosen, tasks, look, research: dialog } = props;
  const table = { ...chosen.table, middle: props.table.middle };
  const columns = useMemo(() => withBlockedMarks(props.columns), [props.columns]);
  return (
    <BlockedMarks rows={table.rows}>
      <DataTable<Prospect>
        tableId="list-leads"
        label={t('table')}
        columns={columns}
        rows={props.isWaiting ? undefined : table.rows}
        rowId={(lead) => lead.id}
        rowLabel={leadName}
        isStale={table.isStale}
        sort={table.sort}
        onSortChange={table.setSort}
        hasSeveralSorts
        moves={props.moves}
        widths={look.widths}
        onWidths={look.setWidths}
        compact={look.height === 'compact'}
        tall={look.height === 'tall'}
        endless={endlessRows(table)}
        layer={look.isEditing ? (...shown) => <Cells {...props} columns={columns} shown={shown} /> : undefined}
        selection={chosen.onPage}
        selectionMenu={chosen.menu}
        onRowOpen={props.onOpenLead}
        openRowId={props.openLead?.id}
        newIds={props.arrivedIds}
        headerEnd={dialog ? <AddColumn onClick={() => dialog.onView({ kind: 'tasks' })} /> : null}
        card={(lead) => ({
          ...leadCard(lead),
          detail: tasks.length > 0 ? <CardResults tasks={tasks} lead={lead} /> : null,
        })}
        error={tableFailure(table)}
        empty={
          <NoLeads
            isFiltered={table.filters.length > 0}
            onClear={() => table.setFilters([])}
            action={props.emptyAction}
            text={props.emptyText}
          />
        }
      />
      {table.middle ? null : (
        <Pagination page={table.page} pageSize={PAGE_SIZES.leads} total={table.total} onChange={table.setPage} />
      )}
    </BlockedMarks>
  );
}

/** The place of the rows among all leads; undefined where the table has pages. */
function endlessRows({ middle, page, total = 0, setPage }: ListTable): EndlessRows | undefined {
  if (middle === undefined) return undefined;
  const pageSize = PAGE_SIZES.leads;
  return { total, before: (page - 1) * pageSize, page: middle, pageSize, onPage: setPage };
}

type LayerArguments = Parameters<NonNullable<DataTableProps<Prospect>['layer']>>;

/** Comes when cells are edited for the first time. */
function Cells(props: ListRowsProps & { shown: LayerArguments }) {
  const { chosen, columns, custom, onOpenLead } = props;
  const [frame, keepRows] = props.shown;
  return (
    <Suspense fallback={null}>
      <CellLayer
        rows={chosen.table.rows ?? []}
        from={(chosen.table.page - 1) * PAGE_SIZES.leads}
        {...{ frame, keepRows, columns, custom }}
        onRowOpen={onOpenLead}
      />
    </Suspense>
  );
}

/** It comes with the first lead that is opened and stays, since it slides away. */
function Drawer(props: OpenLeadProps) {
  const [isNeeded, setNeeded] = useState(false);
  if (props.lead && !isNeeded) setNeeded(true);
  return isNeeded ? (
    <Suspense fallback={null}>
      <OpenLead {...props} />
    </Suspense>
  ) : null;
}

interface OpenResearchDialogsProps {
  searchId: number;
  research: ReturnType<typeof useListResearch>;
  dialog: LeadsTableProps['research'];
  custom: readonly FilterColumn[];
}

function OpenResearchDialogs({ dialog, research, ...list }: OpenResearchDialogsProps) {
  return dialog && (dialog.view || research.deleting || research.automatic) ? (
    <Suspense fallback={null}>
      <ResearchDialogs {...list} research={research} dialog={dialog} />
    </Suspense>
  ) : null;
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

function AddColumn({ onClick }: { onClick: () => void }) {
  return (
    <IconButton size="small" label={t('add_column')} onClick={onClick}>
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
