import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { call, refetch } from '../../../lib/api/api-client.ts';
import { CellActionsContext, type OpenCell, ResultsContext } from '../../research-cells/index.ts';
import type { ResearchResults } from '../../research-columns/index.ts';
import { StopRuns } from '../../research-tasks/index.ts';
import type { CampaignTable } from '../use-campaign-table.ts';
import { refetchLookups, useStartLookups } from './use-lead-lookups.ts';

interface LookupCellsProps {
  campaignId: number;
  table: Pick<CampaignTable, 'filters' | 'sort'>;
  answers: ResearchResults;
  /** False where look-ups may be looked at, not started. */
  canRun: boolean;
  children: ReactNode;
}

/** Look-ups and what can be done with them, for the cells below. */
export function LookupCells({ campaignId, table, answers, canRun, children }: LookupCellsProps) {
  const client = useQueryClient();
  const [openCell, setOpenCell] = useState<OpenCell | undefined>();
  const { mutate } = useStartLookups(campaignId, table);
  const actions = useMemo(
    () => ({
      openCell,
      setOpenCell,
      runCell: canRun ? (task: EnrichmentPrompt, lead: Prospect) => mutate(ofCell(task, lead)) : undefined,
      showSaved: () => {
        void refetchLookups(client);
        void refetch(client, campaignLeadsEndpoints.listCampaignLeads);
      },
    }),
    [openCell, canRun, mutate, client],
  );
  return (
    <CellActionsContext value={actions}>
      <ResultsContext value={answers}>{children}</ResultsContext>
    </CellActionsContext>
  );
}

function ofCell(task: EnrichmentPrompt, lead: Prospect) {
  const lookup = task.data_enrichment_type ?? ('FIND_EMAIL' as const);
  return { choice: { prospect_ids: [lead.id] }, lookup };
}

/** In the toolbar: how many look-ups of the campaign run, and their stop. */
export function StopLookups({ campaignId, loading }: { campaignId: number; loading: number }) {
  const client = useQueryClient();
  return (
    <StopRuns
      loading={loading}
      stop={() => call(campaignEnrichmentEndpoints.cancelCampaignLookups, { params: { id: campaignId } })}
      onStopped={() => refetchLookups(client)}
    />
  );
}
