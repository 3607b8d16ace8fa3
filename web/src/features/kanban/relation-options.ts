import { campaignsEndpoints } from '@overture/contract/campaigns';
import { chatsEndpoints } from '@overture/contract/chats';
import { chatLabelsEndpoints } from '@overture/contract/labels';
import { senderName } from '@overture/domain/accounts';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';

export interface FilterOption {
  value: string;
  label: string;
}

export const toOption = ({ id, name }: { id: number; name: string }): FilterOption => ({
  value: String(id),
  label: name,
});

/** Campaigns, senders and labels that conversations and cards are filtered by. Loaded when the filters open or one is active. */
export function useRelationOptions(): Record<'campaigns' | 'senders' | 'labels', FilterOption[]> {
  const senders = useQuery(queryOptions(chatsEndpoints.listChatSenders));
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  const labels = useQuery(queryOptions(chatLabelsEndpoints.listChatLabels));
  return {
    campaigns: (campaigns.data?.campaigns ?? []).map(toOption),
    senders: (senders.data?.senders ?? []).map((sender) => toOption({ id: sender.id, name: senderName(sender) })),
    labels: (labels.data?.labels ?? []).map(toOption),
  };
}
