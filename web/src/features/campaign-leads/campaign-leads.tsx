import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import type { Campaign } from '@overture/contract/campaigns';
import { Suspense, useCallback, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import { hasSeveral, LeadsBySender } from '../campaign-senders/index.ts';
import { ProblemsButton } from '../data-problems/index.ts';
import { type ReadFirst, selectedLeads, useLeadSelection } from '../prospect-table/index.ts';
import { type AskedAction, LeadActionDialog } from './actions/lead-action-dialog.tsx';
import { useLeadActions } from './actions/use-lead-actions.ts';
import { CampaignLeadsTable, hasNoLeads, timezoneOf } from './campaign-leads-table.tsx';
import { ChosenLeads } from './chosen-leads.tsx';
import { useCampaignColumns } from './columns.tsx';
import { LeadsToolbar } from './leads-toolbar.tsx';
import { LookupCells, StopLookups } from './lookups/lookup-cells.tsx';
import { LookupMenu } from './lookups/lookup-menu.tsx';
import { useLookupAnswers, useLookupTasks } from './lookups/use-lead-lookups.ts';
import { type CampaignTable, useCampaignTable } from './use-campaign-table.ts';
import { useLiveLeads } from './use-live-leads.ts';

const LeadPanel = lazyPart(() => import('./panel/lead-panel.tsx').then((file) => ({ default: file.LeadPanel })));
const AddLeadsDialog = lazyPart(() =>
  import('./add-leads-dialog.tsx').then((file) => ({ default: file.AddLeadsDialog })),
);

const ArchivedLeadsDialog = lazyPart(() =>
  import('./archived-leads-dialog.tsx').then((file) => ({ default: file.ArchivedLeadsDialog })),
);

const NO_LEADS: Campaign['accounts'] = [];

interface CampaignLeadsProps {
  campaignId: number;
  /** Left out while it loads. */
  campaign: Campaign | undefined;
  /** Begins with what leads lack. */
  opensProblems?: boolean;
}

const readFirst: ReadFirst = (id, amount, view) =>
  call(campaignLeadsEndpoints.selectCampaignLeads, { params: { id }, body: { amount, ...view } });

/** The leads of a campaign: status, what comes next and why not yet, and what can be done. */
export function CampaignLeads({ campaignId, campaign, opensProblems = false }: CampaignLeadsProps) {
  const table = useCampaignTable(campaignId);
  const chosen = useLeadSelection(table, campaignId, readFirst);
  const [isAdding, setAdding] = useState(false);
  const [isArchivedOpen, setArchivedOpen] = useState(false);
  useLiveLeads(campaignId);
  const { openId, onOpen, panel } = useOpenLead(campaign, table.rows);
  const lookups = useLookupTasks();
  const { isShared, senders, onSenders, dialog } = useSenderViews(campaign);
  const timezone = timezoneOf(campaign);
  const choice = useCampaignColumns({ campaignId, timezone, onOpen, lookups, isShared, rows: table.rows });
  const { actions, ask, question } = useAskedActions(campaignId, table, chosen.whole);
  const canLookUp = useUser().organization.branding_settings.ai_research_enabled;
  const { answers, loading } = useLookupAnswers(campaignId, table.rows);
  const onAdd = campaign !== undefined && campaign.status !== 'ARCHIVED' ? () => setAdding(true) : undefined;
  return (
    <LookupCells campaignId={campaignId} table={table} answers={answers} canRun={canLookUp}>
      {hasNoLeads(table) ? null : (
        <LeadsToolbar
          {...{ campaignId, senders, onSenders }}
          table={chosen.table}
          notice={<StopLookups campaignId={campaignId} loading={loading} />}
          lookups={<DataTools {...{ campaignId, table, canLookUp, opensProblems }} />}
          columnsMenu={choice.menu}
          onAdd={onAdd}
          onExport={(amount) => actions.exportCsv.mutate({ amount })}
          onArchiveIncomplete={() => ask({ kind: 'incomplete' })}
          onArchived={() => setArchivedOpen(true)}
        />
      )}
      <CampaignLeadsTable
        campaign={campaign}
        chosen={chosen}
        columns={choice.shown}
        moves={choice.moves}
        openId={openId}
        onOpen={onOpen}
        onAsk={ask}
        onAdd={onAdd}
        onArchived={() => setArchivedOpen(true)}
      />
      <ChosenLeads
        campaignId={campaignId}
        table={table}
        selection={chosen.whole}
        actions={actions}
        onAsk={ask}
        lookups={canLookUp ? lookups : undefined}
        senders={senders}
      />
      {question}
      {panel}
      {dialog}
      <Suspense fallback={null}>
        {isArchivedOpen ? <ArchivedLeadsDialog campaignId={campaignId} onClose={() => setArchivedOpen(false)} /> : null}
        {isAdding ? <AddLeadsDialog campaignId={campaignId} onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </LookupCells>
  );
}

interface DataToolsProps {
  campaignId: number;
  table: CampaignTable;
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

/** Whose leads they are, where several share the campaign. */
function useSenderViews(campaign: Campaign | undefined) {
  const [isOpen, setOpen] = useState(false);
  const isShared = campaign !== undefined && hasSeveral(campaign);
  const runs = campaign !== undefined && campaign.status !== 'DRAFT';
  return {
    isShared,
    senders: isShared ? campaign.accounts : NO_LEADS,
    onSenders: runs ? () => setOpen(true) : undefined,
    dialog: campaign && isOpen ? <LeadsBySender campaignId={campaign.id} onClose={() => setOpen(false)} /> : null,
  };
}

/** The lead that is looked at, and its panel. */
function useOpenLead(campaign: Campaign | undefined, rows: readonly CampaignLead[] | undefined) {
  const [openId, setOpenId] = useState<number | undefined>();
  const [isLoaded, setLoaded] = useState(false);
  const onOpen = useCallback((lead: CampaignLead) => {
    setOpenId(lead.id);
    setLoaded(true);
  }, []);
  const panel =
    campaign && isLoaded ? (
      <Suspense fallback={null}>
        <LeadPanel
          campaign={campaign}
          rows={rows ?? []}
          openId={openId}
          onOpen={setOpenId}
          onClose={() => setOpenId(undefined)}
        />
      </Suspense>
    ) : null;
  return { openId, onOpen, panel };
}

/** What can be done with leads, and the question before some of it. */
function useAskedActions(campaignId: number, table: CampaignTable, whole: RowSelection) {
  const [asked, setAsked] = useState<AskedAction | undefined>();
  const actions = useLeadActions(campaignId, table, () => {
    setAsked(undefined);
    whole.clear();
  });
  const question = (
    <LeadActionDialog
      asked={asked}
      selected={{ count: whole.count, choice: selectedLeads(whole) }}
      actions={actions}
      onClose={() => setAsked(undefined)}
    />
  );
  return { actions, ask: setAsked, question };
}
