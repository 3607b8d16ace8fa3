import { addressChecksEndpoints } from '@overture/contract/address-checks';
import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from '../texts.ts';

/** What only a person can say about a lead: the call was made, the message was or was not sent. */
export function useLeadDecisions(campaignId: number, prospectId: number) {
  const client = useQueryClient();
  const params = { id: campaignId, prospectId };
  /** A colleague may have decided first: the lead is fetched again. */
  const failed = (text: 'call_failed' | 'settle_failed' | 'address_accept_failed') => (error: unknown) => {
    toast.error(errorMessage(error, t(text)));
    void refetch(client, campaignLeadsEndpoints.listCampaignLeads, campaignLeadsEndpoints.getCampaignLead);
  };
  const completeCall = useMutation({
    mutationFn: () => call(campaignLeadsEndpoints.completeCall, { params }),
    onSuccess: () => toast.success(t('call_completed')),
    onError: failed('call_failed'),
  });
  const settle = useMutation({
    mutationFn: (was_sent: boolean) => call(campaignLeadsEndpoints.settleUnconfirmed, { params, body: { was_sent } }),
    onSuccess: (_, wasSent) => toast.success(wasSent ? t('settled_sent') : t('settled_not_sent')),
    onError: failed('settle_failed'),
  });
  const accept = useMutation({
    mutationFn: () => call(addressChecksEndpoints.acceptAddress, { params: { id: prospectId } }),
    onSuccess: () => toast.success(t('address_accepted')),
    onError: failed('address_accept_failed'),
  });
  return { completeCall, settle, accept };
}
