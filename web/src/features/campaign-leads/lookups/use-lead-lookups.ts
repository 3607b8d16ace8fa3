import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { type EnrichmentPrompt, enrichmentEndpoints } from '@overture/contract/enrichment';
import type { ContactLookup } from '@overture/domain/money/credits';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { tableRequest } from '../../../lib/api/table-request.ts';
import { useThrottled } from '../../../lib/throttle.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { ResearchResults } from '../../research-columns/index.ts';
import { cellKey, useShownIds } from '../../research-columns/index.ts';
import type { LeadChoice } from '../actions/use-lead-actions.ts';
import { t } from '../texts.ts';
import type { CampaignTable } from '../use-campaign-table.ts';

/** Look-ups whose results are columns of the table. */
const SHOWN_LOOKUPS = ['FIND_EMAIL', 'FIND_PHONE'] as const satisfies readonly ContactLookup[];
export type ShownLookup = (typeof SHOWN_LOOKUPS)[number];

/** Cells end many times a second: what is shown is asked for at most this often. */
const fetchPause = 1000;
const noLeads: readonly number[] = [];
const noTasks: readonly EnrichmentPrompt[] = [];

/** The built-in tasks of the look-ups, in the order of their columns; none until they are known. */
export function useLookupTasks(): readonly EnrichmentPrompt[] {
  const { data } = useQuery({
    ...queryOptions(enrichmentEndpoints.listResearchTasks),
    staleTime: Number.POSITIVE_INFINITY,
    select: ofLookups,
  });
  return data ?? noTasks;
}

const ofLookups = (tasks: EnrichmentPrompt[]) =>
  SHOWN_LOOKUPS.flatMap((lookup) => tasks.find((task) => task.data_enrichment_type === lookup) ?? []);

/** Look-ups of the leads shown as they come in, and how many started in this campaign wait or run. */
export function useLookupAnswers(campaignId: number, rows: CampaignTable['rows']) {
  const client = useQueryClient();
  const ids = useShownIds(useMemo(() => rows?.map(({ id }) => id), [rows]));
  const { data } = useQuery({
    ...queryOptions(campaignEnrichmentEndpoints.listCampaignLookups, {
      params: { id: campaignId },
      query: { prospect_ids: [...(ids ?? noLeads)] },
    }),
    enabled: ids !== undefined,
    placeholderData: keepPreviousData,
  });
  const fetchSoon = useThrottled(() => void refetchLookups(client), fetchPause);
  const fetchLeadsSoon = useThrottled(() => void refetch(client, campaignLeadsEndpoints.listCampaignLeads), fetchPause);
  useLiveEvent('research_changed', ({ campaign_id }) => campaign_id === campaignId && fetchSoon());
  // The same person may be looked for elsewhere: the answer is shown here too.
  useLiveEvent('prompt_completed', ({ campaign_id, prospect_id }) => {
    if (campaign_id === campaignId || ids?.includes(prospect_id)) fetchSoon();
  });
  useLiveEvent('enrichment_complete', ({ prospect_id }) => ids?.includes(prospect_id) && fetchLeadsSoon());
  const answers = useMemo((): ResearchResults => {
    const known = new Map(data?.results.map((answer) => [cellKey(answer.prompt, answer.prospect), answer]));
    return {
      isPending: data === undefined,
      resultOf: (promptId, prospectId) => known.get(cellKey(promptId, prospectId)),
    };
  }, [data]);
  return { answers, loading: data?.loading_count ?? 0 };
}

/** Starts look-ups: for the leads named, also again, or for the first leads of the view that lack the data. */
export function useStartLookups(
  campaignId: number,
  table: Pick<CampaignTable, 'filters' | 'sort'>,
  onStarted?: () => void,
) {
  const client = useQueryClient();
  const params = { id: campaignId };
  return useMutation({
    mutationFn: ({ choice, lookup }: { choice: LeadChoice; lookup: ContactLookup }) =>
      choice.prospect_ids
        ? call(campaignEnrichmentEndpoints.lookUpCampaignCells, {
            params,
            body: { cells: choice.prospect_ids.map((prospect_id) => ({ prospect_id, enrichment_type: lookup })) },
          })
        : call(campaignEnrichmentEndpoints.startCampaignLookups, {
            params,
            body: { enrichment_type: lookup, prospect_limit: choice.amount ?? 0, ...tableRequest(table) },
          }),
    onSuccess: () => {
      toast.success(t('lookup_started'));
      onStarted?.();
      return refetchLookups(client);
    },
    onError: (error) => toast.error(errorMessage(error, t('lookup_failed'))),
  });
}

/** Asks for the look-ups shown again. */
export function refetchLookups(client: ReturnType<typeof useQueryClient>): Promise<void> {
  return refetch(client, campaignEnrichmentEndpoints.listCampaignLookups);
}
