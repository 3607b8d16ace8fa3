import { type Campaign, campaignsEndpoints } from '@overture/contract/campaigns';
import type { ChosenAccounts, ChosenPools } from '@overture/domain/flow/activation-checks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { showCampaign } from '../../flow-canvas/index.ts';
import { t } from '../texts.ts';

/** The one call that starts, pauses and resumes. Shown only when the server has said so, never before. */
export function useActivation(campaign: Campaign, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<ChosenAccounts> & ChosenPools & { lookup_credits?: number }) =>
      call(campaignsEndpoints.activateCampaign, {
        params: { id: campaign.id },
        body: { ...body, status: campaign.status },
      }),
    onSuccess: (answer) => {
      showCampaign(client, answer.campaign);
      toast.success(doneText(campaign, answer.campaign));
      onDone();
    },
    // Perhaps a colleague was first: what is shown may be old.
    onError: () => void refetch(client, campaignsEndpoints.getCampaign),
  });
}

function doneText(before: Campaign, after: Campaign): string {
  if (after.status === 'PAUSED') return t('paused');
  return before.activated_at === null ? t('activated') : t('resumed');
}
