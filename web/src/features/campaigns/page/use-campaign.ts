import { campaignsEndpoints } from '@overture/contract/campaigns';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';

/** One campaign, kept up to date while it is on screen. */
export function useCampaign(id: number) {
  const client = useQueryClient();
  const query = useQuery(queryOptions(campaignsEndpoints.getCampaign, { params: { id } }));
  useLiveEvent('campaign_status', (event) => {
    if (event.campaign_id === id) void refetch(client, campaignsEndpoints.getCampaign);
  });
  return query;
}
