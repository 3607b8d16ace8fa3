import type { Prospect } from '@overture/contract/prospects';
import { searchesEndpoints } from '@overture/contract/searches';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconDownload, IconSend, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { errorMessage, queryKey } from '../../lib/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import { leadCard, leadColumns, leadName } from './lead-columns.tsx';
import { LeadDrawer } from './lead-drawer.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { pageSelection, selectedLeads } from './page-selection.ts';
import { SelectionMenu } from './selection-menu.tsx';
import { t } from './texts.ts';
import { useDeleteLeads } from './use-delete-leads.ts';
import { useExport } from './use-export.ts';
import { type ListTable, tableRequest, useListTable } from './use-list-table.ts';
import { useLiveRows } from './use-live-rows.ts';

export type SelectedLeads = ReturnType<typeof selectedLeads> & ReturnType<typeof tableRequest>;

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
}

/** The leads of a list: filters, sort, pages, selection with what can be done, and the drawer of one lead. */
export function LeadsTable(props: LeadsTableProps) {
  const { searchId } = props;
  const table = useListTable(searchId);
  const whole = useRowSelection();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [openLead, setOpenLead] = useState<Prospect | undefined>();
  const { isPending: isExporting, exportLeads } = useExport(searchId, table);
  const arrived = useLiveRows(searchId, table, openLead !== undefined || whole.count > 0);
  const columns = useMemo(() => leadColumns(), []);
  const rows = table.rows;
  const rowIds = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]);
  const selection = pageSelection(whole, rowIds, table.page, () => setMenuOpen(true));
  const total = table.total ?? 0;

  // An amount means "the first of these filters in this order": another view is another choice.
  const chosenView: ListTable = {
    ...table,
    setFilters: (filters) => {
      whole.clear();
      table.setFilters(filters);
    },
    setSort: (sort) => {
      if (whole.amount !== undefined) whole.clear();
      table.setSort(sort);
    },
  };
  return (
    <>
      <ListToolbar
        table={chosenView}
        selectedCount={whole.count}
        isLoading={props.isLoading}
        onSelectAmount={whole.selectAmount}
        onExport={(amount) => exportLeads({ amount })}
        isExporting={isExporting}
      />
      <DataTable<Prospect>
        tableId="list-leads"
        label={t('table')}
        columns={columns}
        rows={props.isLoading && rows?.length === 0 && table.filters.length === 0 ? undefined : rows}
        rowId={(lead) => lead.id}
        rowLabel={leadName}
        isStale={table.isStale}
        sort={table.sort}
        onSortChange={chosenView.setSort}
        selection={selection}
        selectionMenu={
          <SelectionMenu total={total} opened={isMenuOpen} onOpenedChange={setMenuOpen} onAmount={whole.selectAmount} />
        }
        onRowOpen={setOpenLead}
        openRowId={openLead?.id}
        newIds={arrived.size > 0 ? arrived : props.arrivedIds}
        card={leadCard}
        error={
          table.error ? (
            <ErrorState message={errorMessage(table.error, '')} onRetry={table.retry} retrying={table.isFetching} />
          ) : undefined
        }
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
      <ListSelectionBar
        {...props}
        table={table}
        selection={whole}
        isExporting={isExporting}
        onExport={() => exportLeads(selectedLeads(whole))}
      />
      <OpenLead rows={rows ?? []} lead={openLead} onLead={setOpenLead} />
    </>
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

interface ListSelectionBarProps extends Pick<LeadsTableProps, 'searchId' | 'onAddToCampaign' | 'addLabel'> {
  table: ListTable;
  selection: ReturnType<typeof useRowSelection>;
  isExporting: boolean;
  onExport: () => void;
}

/** What can be done with the selected leads. */
function ListSelectionBar(props: ListSelectionBarProps) {
  const { selection, table, onAddToCampaign } = props;
  const [isAsking, setAsking] = useState(false);
  const { isPending, deleteLeads } = useDeleteLeads(props.searchId, table, () => {
    setAsking(false);
    selection.clear();
  });
  const words = { count: selection.count, shown: formatNumber(selection.count) };
  return (
    <>
      <SelectionBar count={selection.count} onClear={selection.clear}>
        {onAddToCampaign ? (
          <AppButton
            size="small"
            kind="primary"
            icon={<IconSend size={15} aria-hidden />}
            onClick={() => onAddToCampaign({ ...selectedLeads(selection), ...tableRequest(table) }, selection.count)}
          >
            {props.addLabel}
          </AppButton>
        ) : null}
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          loading={props.isExporting}
          onClick={props.onExport}
        >
          {t('export')}
        </AppButton>
        <AppButton
          size="small"
          icon={<IconTrash size={15} aria-hidden />}
          loading={isPending && !isAsking}
          onClick={() => (selection.amount === undefined ? deleteLeads(selectedLeads(selection)) : setAsking(true))}
        >
          {t('delete')}
        </AppButton>
      </SelectionBar>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('delete_title', words)}
        confirmLabel={t('delete')}
        danger
        pending={isPending}
        onConfirm={() => deleteLeads(selectedLeads(selection))}
      >
        {t('delete_text')}
      </ConfirmDialog>
    </>
  );
}

interface OpenLeadProps {
  rows: readonly Prospect[];
  lead: Prospect | undefined;
  onLead: (lead: Prospect | undefined) => void;
}

/** The drawer of one lead, with the shown rows as its neighbours; an edit is laid onto the table at once. */
function OpenLead({ rows, lead, onLead }: OpenLeadProps) {
  const client = useQueryClient();
  const index = rows.findIndex(({ id }) => id === lead?.id);
  const previous = index > 0 ? rows[index - 1] : undefined;
  const next = index >= 0 ? rows[index + 1] : undefined;
  function onSaved(saved: Prospect) {
    onLead(saved);
    client.setQueriesData<{ prospects: Prospect[]; totalProspects: number }>(
      { queryKey: queryKey(searchesEndpoints.listSearchProspects) },
      (page) => page && { ...page, prospects: page.prospects.map((known) => (known.id === saved.id ? saved : known)) },
    );
  }
  return (
    <LeadDrawer
      lead={lead}
      onClose={() => onLead(undefined)}
      onPrevious={previous && (() => onLead(previous))}
      onNext={next && (() => onLead(next))}
      onSaved={onSaved}
    />
  );
}
