import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignSendersEndpoints } from '@overture/contract/campaign-senders';
import type { Campaign } from '@overture/contract/campaigns';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** True where leads are shared: only then it matters whose a lead is. */
export function hasSeveral(campaign: Pick<Campaign, 'email_account_ids' | 'linkedin_account_ids'>): boolean {
  return campaign.email_account_ids.length > 1 || campaign.linkedin_account_ids.length > 1;
}

/** Senders of a campaign and the state of their leads. */
export function useCampaignSenders(campaignId: number, enabled = true) {
  const client = useQueryClient();
  useLiveEvent('account_status', () => void refetch(client, campaignSendersEndpoints.listCampaignSenders));
  return useQuery({
    ...queryOptions(campaignSendersEndpoints.listCampaignSenders, { params: { id: campaignId } }),
    enabled,
    staleTime: 0,
  });
}

/** Hands the leads of a sender over, or ends them. */
export function useSettleLeads(campaignId: number, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ accountId, ...body }: { accountId: number; leads: 'hand_over' | 'end'; restarts: boolean }) =>
      call(campaignSendersEndpoints.settleSenderLeads, { params: { id: campaignId, accountId }, body }),
    onSuccess: (answer) => {
      toast.success(settledWords(answer));
      void refetch(
        client,
        campaignSendersEndpoints.listCampaignSenders,
        campaignLeadsEndpoints.listCampaignLeads,
        campaignLeadsEndpoints.getCampaignLead,
      );
      onDone();
    },
    onError: (error) => toast.error(errorMessage(error, t('settle_failed'))),
  });
}

export function settledWords({ amount, left }: { amount: number; left: number }): string {
  const words = t('settled', { count: amount, shown: formatNumber(amount) });
  return left === 0 ? words : `${words} ${t('settled_left', { shown: formatNumber(left) })}`;
}
