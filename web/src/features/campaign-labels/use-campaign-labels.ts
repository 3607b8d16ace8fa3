import { campaignsEndpoints } from '@overture/contract/campaigns';
import { campaignLabelsEndpoints, type Label } from '@overture/contract/labels';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryKey, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

const campaignCalls = [
  campaignsEndpoints.listCampaigns,
  campaignsEndpoints.listCampaignAnalytics,
  campaignsEndpoints.getCampaign,
] as const;

interface Change {
  label: Label;
  isOn: boolean;
}

/** Labels of the organization, those all these campaigns carry, and what changes them. */
export function useCampaignLabels(ids: readonly number[]) {
  const client = useQueryClient();
  const all = useQuery(queryOptions(campaignLabelsEndpoints.listLabels));
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  const chosen = campaigns.data?.campaigns.filter(({ id }) => ids.includes(id));
  const isCommon = (label: Label) => chosen?.every(({ labels }) => labels.some(({ id }) => id === label.id)) ?? false;

  /** What the screen shows until the server has answered. */
  function show({ label, isOn }: Change) {
    client.setQueryData<typeof campaigns.data>(
      queryKey(campaignsEndpoints.listCampaigns, {}),
      (known) =>
        known && {
          campaigns: known.campaigns.map((campaign) => {
            if (!ids.includes(campaign.id)) return campaign;
            const others = campaign.labels.filter(({ id }) => id !== label.id);
            return { ...campaign, labels: isOn ? [...others, label] : others };
          }),
        },
    );
  }
  const change = useMutation({
    mutationFn: ({ label, isOn }: Change) =>
      call(isOn ? campaignLabelsEndpoints.addCampaignLabels : campaignLabelsEndpoints.removeCampaignLabels, {
        body: { campaign_ids: [...ids], label_id: label.id },
      }),
    onMutate: async (given) => {
      await client.cancelQueries({ queryKey: queryKey(campaignsEndpoints.listCampaigns) });
      show(given);
    },
    onError: (error) => toast.error(errorMessage(error, t('change_failed'))),
    onSettled: () => refetch(client, ...campaignCalls),
  });
  return {
    labels: all.data?.labels,
    common: all.data?.labels.filter(isCommon),
    available: all.data?.labels.filter((label) => !isCommon(label)),
    isPending: all.isPending || campaigns.isPending,
    error: (all.data ? null : all.error) ?? (campaigns.data ? null : campaigns.error),
    retry: () => refetch(client, campaignLabelsEndpoints.listLabels, campaignsEndpoints.listCampaigns),
    change: change.mutate,
    /** Campaigns show the names and colors of labels too. */
    refetchAll: () => refetch(client, campaignLabelsEndpoints.listLabels, ...campaignCalls),
  };
}
