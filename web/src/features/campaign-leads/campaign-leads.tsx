import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import type { Campaign } from '@overture/contract/campaigns';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconArchive, IconArrowBackUp, IconRoute, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { tableRequest } from '../../lib/api/table-request.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { useRowSelection } from '../../ui/table/use-row-selection.ts';
import type { LeadSelection } from '../add-to-campaign/index.ts';
import { HeldSenders, hasSeveral, LeadsBySender } from '../campaign-senders/index.ts';
import { ProblemsButton } from '../data-problems/index.ts';
import { leadName, personCard } from '../leads/index.ts';
import { chosenLeads, pageSelection, SelectionMenu, selectedLeads, useAmountChoice } from '../prospect-table/index.ts';
import { type AskedAction, LeadActionDialog } from './actions/lead-action-dialog.tsx';
import { nextActionLine } from './actions/next-action.tsx';
import { useLeadActions } from './actions/use-lead-actions.ts';
import { useCampaignColumns } from './columns.tsx';
import { LeadStatusChip } from './lead-status.tsx';
import { LeadsSelectionBar } from './leads-selection-bar.tsx';
import { LeadsToolbar } from './leads-toolbar.tsx';
import { LookupCells, StopLookups } from './lookups/lookup-cells.tsx';
import { LookupMenu } from './lookups/lookup-menu.tsx';
import { useLookupAnswers, useLookupTasks, useStartLookups } from './lookups/use-lead-lookups.ts';
import { LeadPanel } from './panel/lead-panel.tsx';
import { t } from './texts.ts';
import { useCampaignTable } from './use-campaign-table.ts';
import { useLiveLeads } from './use-live-leads.ts';

const AddToCampaignDialog = lazy(() =>
  import('../add-to-campaign/add-to-campaign-dialog.tsx').then((file) => ({ default: file.AddToCampaignDialog })),
);

const AddLeadsDialog = lazy(() => import('./add-leads-dialog.tsx').then((file) => ({ default: file.AddLeadsDialog })));

// Shown once leads are ticked.
const PushMenu = lazy(() => import('../integrations/push-menu.tsx').then((file) => ({ default: file.PushMenu })));

const NOBODY: Campaign['accounts'] = [];

interface CampaignLeadsProps {
  campaignId: number;
  /** Left out while it loads. */
  campaign: Campaign | undefined;
  /** Begins with what leads lack. */
  opensProblems?: boolean;
}

/** The leads of a campaign: status, what comes next and why not yet, and what can be done. */
export function CampaignLeads({ campaignId, campaign, opensProblems = false }: CampaignLeadsProps) {
  const table = useCampaignTable(campaignId);
  const whole = useRowSelection();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [openId, setOpenId] = useState<number | undefined>();
  const [isAdding, setAdding] = useState(false);
  const [moving, setMoving] = useState<{ leads: LeadSelection; count: number } | undefined>();
  const [asked, setAsked] = useState<AskedAction | undefined>();
  useLiveLeads(campaignId);
  const timezone = campaign?.timezone ?? 'UTC';
  const onOpen = useCallback((lead: CampaignLead) => setOpenId(lead.id), []);
  const lookups = useLookupTasks();
  const { isShared, senders, onSenders, held, dialog } = useSenderViews(campaign);
  const choice = useCampaignColumns({ campaignId, timezone, onOpen, lookups, isShared, rows: table.rows });
  const actions = useLeadActions(campaignId, table, () => {
    setAsked(undefined);
    whole.clear();
  });
  const canLookUp = useUser().organization.branding_settings.ai_research_enabled;
  const { answers, loading } = useLookupAnswers(campaignId, table.rows);
  const startLookups = useStartLookups(campaignId, table, whole.clear);
  const rowIds = useMemo(() => table.rows?.map(({ id }) => id) ?? [], [table.rows]);
  const request = tableRequest(table);
  const chooseAmount = useAmountChoice({
    selection: whole,
    shownIds: rowIds,
    page: table.page,
    view: JSON.stringify([campaignId, request]),
    readFirst: (amount) =>
      call(campaignLeadsEndpoints.selectCampaignLeads, { params: { id: campaignId }, body: { amount, ...request } }),
    refetch: table.retry,
  });
  const canAdd = campaign !== undefined && campaign.status !== 'ARCHIVED';
  const isEmpty = table.total === 0 && table.filters.length === 0;
  const view = clearedByView(table, whole);
  const add = (
    <AppButton kind="primary" icon={<IconUserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add_leads')}
    </AppButton>
  );
  return (
    <LookupCells campaignId={campaignId} table={table} answers={answers} canRun={canLookUp}>
      {held}
      {isEmpty ? null : (
        <LeadsToolbar
          table={view}
          senders={senders}
          onSenders={onSenders}
          canAdd={canAdd}
          notice={<StopLookups campaignId={campaignId} loading={loading} />}
          lookups={<DataTools {...{ campaignId, table, canLookUp, opensProblems }} />}
          columnsMenu={choice.menu}
          onAdd={() => setAdding(true)}
          onExport={(amount) => actions.exportCsv.mutate({ amount })}
          onArchiveIncomplete={() => setAsked({ kind: 'incomplete' })}
        />
      )}
      <DataTable<CampaignLead>
        tableId="campaign-leads"
        label={t('table')}
        columns={choice.shown}
        rows={campaign ? table.rows : undefined}
        rowId={(lead) => lead.id}
        rowLabel={leadName}
        isStale={table.isStale}
        sort={table.sort}
        onSortChange={view.setSort}
        selection={pageSelection(whole, rowIds, table.page, () => setMenuOpen(true))}
        selectionMenu={
          <SelectionMenu
            total={table.total ?? 0}
            opened={isMenuOpen}
            onOpenedChange={setMenuOpen}
            onAmount={chooseAmount}
          />
        }
        onRowOpen={onOpen}
        openRowId={openId}
        rowActions={(lead) => (
          <RowMenu lead={lead} onOpen={() => onOpen(lead)} onAsk={(kind) => setAsked({ kind, lead })} />
        )}
        card={(lead) =>
          personCard(lead, {
            subtitle: nextActionLine(lead, timezone),
            end: <LeadStatusChip status={lead.campaign_status} />,
          })
        }
        error={
          table.error ? (
            <ErrorState message={errorMessage(table.error, '')} onRetry={table.retry} retrying={table.isFetching} />
          ) : undefined
        }
        empty={
          isEmpty ? (
            <EmptyState
              icon={<IconUsers size={22} />}
              title={t('empty')}
              text={campaign?.status === 'DRAFT' ? t('empty_text') : t('empty_text_active')}
              action={canAdd ? add : null}
            />
          ) : (
            <EmptyState
              title={t('empty_filtered')}
              text={t('empty_filtered_text')}
              action={<AppButton onClick={() => view.setFilters([])}>{t('clear_filters')}</AppButton>}
            />
          )
        }
      />
      <Pagination
        page={table.page}
        pageSize={PAGE_SIZES.campaign_leads}
        total={table.total ?? 0}
        onChange={table.setPage}
      />
      <LeadsSelectionBar
        selection={whole}
        isExporting={actions.exportCsv.isPending}
        onExport={() => actions.exportCsv.mutate(selectedLeads(whole))}
        onAddToCampaign={() =>
          setMoving({ leads: { ...selectedLeads(whole), ...tableRequest(table) }, count: whole.count })
        }
        lookups={
          canLookUp
            ? {
                tasks: lookups,
                isPending: startLookups.isPending,
                onRun: ({ data_enrichment_type: lookup }) =>
                  lookup && startLookups.mutate({ choice: chosenLeads(whole), lookup }),
              }
            : undefined
        }
        onAsk={(kind) => setAsked({ kind })}
        senders={senders}
        onHandOver={(account) => actions.handOver.mutate({ ...selectedLeads(whole), account })}
        pushMenu={<PushSelected campaignId={campaignId} selection={whole} request={request} />}
      />
      <LeadActionDialog
        asked={asked}
        selected={{ count: whole.count, choice: selectedLeads(whole) }}
        actions={actions}
        onClose={() => setAsked(undefined)}
      />
      {campaign ? (
        <LeadPanel
          campaign={campaign}
          rows={table.rows ?? []}
          openId={openId}
          onOpen={setOpenId}
          onClose={() => setOpenId(undefined)}
        />
      ) : null}
      {dialog}
      <Suspense fallback={null}>
        {isAdding ? <AddLeadsDialog campaignId={campaignId} onClose={() => setAdding(false)} /> : null}
        {moving ? (
          <AddToCampaignDialog
            source={{ kind: 'campaign', id: campaignId }}
            {...moving}
            onClose={() => setMoving(undefined)}
          />
        ) : null}
      </Suspense>
    </LookupCells>
  );
}

interface DataToolsProps {
  campaignId: number;
  table: ReturnType<typeof useCampaignTable>;
  canLookUp: boolean;
  opensProblems: boolean;
}

function DataTools({ campaignId, table, canLookUp, opensProblems }: DataToolsProps) {
  return (
    <>
      <ProblemsButton campaignId={campaignId} startsOpen={opensProblems} />
      {canLookUp ? <LookupMenu campaignId={campaignId} table={table} /> : null}
    </>
  );
}

/** An amount means "the first of these filters in this order": another view is another choice. */
function clearedByView(table: ReturnType<typeof useCampaignTable>, whole: ReturnType<typeof useRowSelection>) {
  return {
    ...table,
    setFilters: (filters: Parameters<typeof table.setFilters>[0]) => {
      whole.clear();
      table.setFilters(filters);
    },
    setSort: (sort: Parameters<typeof table.setSort>[0]) => {
      if (whole.amount !== undefined) whole.clear();
      table.setSort(sort);
    },
  };
}

/** Whose leads they are, where several share the campaign. */
function useSenderViews(campaign: Campaign | undefined) {
  const [isOpen, setOpen] = useState(false);
  const isShared = campaign !== undefined && hasSeveral(campaign);
  const runs = campaign !== undefined && campaign.status !== 'DRAFT';
  return {
    isShared,
    senders: isShared ? campaign.accounts : NOBODY,
    onSenders: runs ? () => setOpen(true) : undefined,
    held: isShared && runs ? <HeldSenders campaignId={campaign.id} /> : null,
    dialog: campaign && isOpen ? <LeadsBySender campaignId={campaign.id} onClose={() => setOpen(false)} /> : null,
  };
}

interface PushSelectedProps {
  campaignId: number;
  selection: ReturnType<typeof useRowSelection>;
  request: ReturnType<typeof tableRequest>;
}

function PushSelected({ campaignId, selection, request }: PushSelectedProps) {
  return (
    <Suspense fallback={null}>
      <PushMenu
        leads={() => ({ ...selectedLeads(selection), ...request, campaign_id: campaignId })}
        count={selection.count}
        onPushed={selection.clear}
      />
    </Suspense>
  );
}

interface RowMenuProps {
  lead: CampaignLead;
  onOpen: () => void;
  onAsk: (kind: 'move_back' | 'archive') => void;
}

function RowMenu({ lead, onOpen, onAsk }: RowMenuProps) {
  return (
    <ActionMenu
      label={t('row_menu', { name: leadName(lead) })}
      entries={[
        { id: 'open', label: t('open'), icon: <IconRoute size={16} aria-hidden />, onSelect: onOpen },
        {
          id: 'move-back',
          label: t('move_back'),
          icon: <IconArrowBackUp size={16} aria-hidden />,
          onSelect: () => onAsk('move_back'),
        },
        {
          id: 'archive',
          label: t('archive_lead'),
          icon: <IconArchive size={16} aria-hidden />,
          onSelect: () => onAsk('archive'),
        },
      ]}
    />
  );
}
