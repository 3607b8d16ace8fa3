import { type Campaign, campaignsEndpoints } from '@overture/contract/campaigns';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryKey, refetch } from '../../../lib/api/api-client.ts';
import { type NameConflict, useNameConflict } from '../../../lib/edits/use-name-conflict.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { InlineEdit } from '../../../ui/inputs/inline-edit.tsx';
import { t } from '../texts.ts';

/** The name, edited in place and saved when the focus leaves it. */
export function CampaignName({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient();
  const key = queryKey(campaignsEndpoints.getCampaign, { params: { id: campaign.id } });
  const rename = useMutation({
    ...mutationOptions(campaignsEndpoints.updateCampaign),
    onMutate: ({ body }) => {
      client.setQueryData<{ campaign: Campaign }>(
        key,
        (data) => data && { campaign: { ...data.campaign, name: body?.name ?? data.campaign.name } },
      );
    },
    onSuccess: () => toast.success(t('renamed')),
    onError: (error) => {
      if (!naming.take(error)) toast.error(errorMessage(error, t('rename_failed')));
    },
    onSettled: () =>
      void refetch(
        client,
        campaignsEndpoints.getCampaign,
        campaignsEndpoints.listCampaignAnalytics,
        campaignsEndpoints.listCampaigns,
      ),
  });
  const naming: NameConflict = useNameConflict<{ campaign: Campaign }>({
    label: t('name'),
    read: (current) => current.campaign,
    send: (name, version) => rename.mutate({ params: { id: campaign.id }, body: { name, version } }),
  });
  function save(name: string): boolean {
    if (isBlank(name)) {
      toast.error(t('name_blank'));
      return false;
    }
    naming.save(name);
    return true;
  }
  return (
    <>
      <InlineEdit
        value={campaign.name}
        label={t('name')}
        maxLength={TEXT_LIMITS.campaign_name_max}
        onStart={() => naming.begin(campaign)}
        onSave={save}
      />
      {naming.dialog}
    </>
  );
}
