import { campaignsEndpoints } from '@overture/contract/campaigns';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

const listEndpoints = [campaignsEndpoints.listCampaignAnalytics, campaignsEndpoints.listCampaigns] as const;

/** Archives campaigns or moves them back to PAUSED; the message that says so takes archiving back. */
export function useCampaignStatuses(onDone: () => void) {
  const client = useQueryClient();
  const fetchAll = () => refetch(client, ...listEndpoints, campaignsEndpoints.getCampaign);
  const setStatus = (ids: number[], status: 'ARCHIVED' | 'PAUSED', undo = false) =>
    call(campaignsEndpoints.setCampaignsStatus, { body: { campaign_ids: ids, status, undo } });
  const archive = useMutation({
    mutationFn: (ids: number[]) => setStatus(ids, 'ARCHIVED'),
    onSuccess: async (_, ids) => {
      await fetchAll();
      onDone();
      toast.success(t('archived_toast', { count: ids.length }), {
        action: { label: t('undo'), onSelect: () => undo.mutate(ids) },
      });
    },
    onError: (error) => toast.error(errorMessage(error, t('archive_failed'))),
  });
  const undo = useMutation({
    mutationFn: (ids: number[]) => setStatus(ids, 'PAUSED', true),
    onSuccess: fetchAll,
    onError: (error) => toast.error(errorMessage(error, t('move_back_failed'))),
  });
  const moveBack = useMutation({
    mutationFn: (ids: number[]) => setStatus(ids, 'PAUSED'),
    onSuccess: async (_, ids) => {
      await fetchAll();
      onDone();
      toast.success(t('moved_back', { count: ids.length }));
    },
    onError: (error) => toast.error(errorMessage(error, t('move_back_failed'))),
  });
  return { archive, moveBack };
}

/** Copies a campaign without its leads and opens the copy. */
export function useDuplicateCampaign() {
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    mutationFn: (id: number) => call(campaignsEndpoints.duplicateCampaign, { params: { id } }),
    onSuccess: ({ campaign }) => {
      void refetch(client, ...listEndpoints);
      toast.success(t('duplicated'));
      go(pb.campaign(campaign.id));
    },
    onError: (error) => toast.error(errorMessage(error, t('duplicate_failed'))),
  });
}

/** Lists follow what the engine and colleagues do. */
export function useLiveCampaignList() {
  const client = useQueryClient();
  useLiveEvent('campaign_status', () => void refetch(client, ...listEndpoints));
}
