import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { IncompleteList } from './incomplete-list.tsx';

/** The leads of a campaign that will wait for data, before it starts. Nothing while they are counted, or when all is there. */
export function CampaignMissingData({ campaignId }: { campaignId: number }) {
  const { data } = useQuery({
    ...queryOptions(campaignEnrichmentEndpoints.getMissingData, { params: { id: campaignId } }),
    staleTime: 0,
  });
  return data?.has_missing_data ? <IncompleteList missing={data} /> : null;
}
