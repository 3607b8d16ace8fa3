import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { dataProblemsEndpoints } from '@overture/contract/data-problems';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';

/** What leads of a campaign lack. It counts all of them, so what was counted a moment ago is shown while it counts again. */
export function useProblems(campaignId: number) {
  return useQuery({
    ...queryOptions(dataProblemsEndpoints.listDataProblems, { params: { id: campaignId } }),
    staleTime: 30_000,
  });
}

export function useOddValues(campaignId: number) {
  return useQuery({
    ...queryOptions(dataProblemsEndpoints.listOddValues, { params: { id: campaignId } }),
    staleTime: 30_000,
  });
}

/** After leads, their data or a message were changed. */
export function refetchProblems(client: QueryClient): Promise<void> {
  return refetch(
    client,
    dataProblemsEndpoints.listDataProblems,
    dataProblemsEndpoints.listProblemLeads,
    dataProblemsEndpoints.listOddValues,
    campaignLeadsEndpoints.listCampaignLeads,
    campaignLeadsEndpoints.getCampaignLead,
    campaignEnrichmentEndpoints.getMissingData,
    campaignStepsEndpoints.previewStep,
    campaignsEndpoints.getCampaign,
  );
}
