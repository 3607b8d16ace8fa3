import { Radio, Select } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { chatReferralsEndpoints } from '@overture/contract/chat-referrals';
import { type ChatMessage, chatsEndpoints, type MessageClass } from '@overture/contract/chats';
import { searchesEndpoints } from '@overture/contract/searches';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { chatKey } from '../chats-cache.ts';
import { NameFields, type Names, splitName } from '../name-fields.tsx';
import { t } from './texts.ts';

interface ReferralDialogProps {
  message: Pick<ChatMessage, 'id' | 'prospect'>;
  referral: NonNullable<MessageClass['referral']>;
  onClose: () => void;
}

type Target = 'campaign' | 'list';

const NAME_LABELS = { first_name: t('first_name'), last_name: t('last_name') };

/** Name of the referred person, and where to add them: the referrer's campaign or a list. */
export function ReferralDialog({ message, referral, onClose }: ReferralDialogProps) {
  const [names, setNames] = useState(() => splitName(referral.name));
  const mayAdd = useUser().organization.branding_settings.campaign_creation_enabled !== false;
  const [target, setTarget] = useState<Target>(mayAdd ? 'campaign' : 'list');
  const places = usePlaces(message.prospect.id);
  const [picked, setPicked] = useState<Partial<Record<Target, number>>>({});
  const chosen = picked[target] ?? (target === 'campaign' ? places.own : undefined);
  const called = `${names.first_name} ${names.last_name}`.trim();
  const add = useAdd(message, { names, target, id: chosen ?? 0, called }, onClose);
  const isReady = names.first_name.trim() !== '' && chosen !== undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={t('title', { name: called || (referral.email ?? '') })}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form="referral" disabled={!isReady} loading={add.isPending}>
            {t('submit')}
          </AppButton>
        </>
      }
    >
      <form
        id="referral"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) add.mutate();
        }}
      >
        <p className="m-0 text-ink-2 text-table wrap-anywhere">
          {t('reached_by', { address: referral.email ?? referral.linkedin_url ?? '' })}. {t('text')}
        </p>
        <NameFields names={names} labels={NAME_LABELS} onChange={setNames} />
        {mayAdd ? <TargetField target={target} onChange={setTarget} /> : null}
        <PlaceField
          key={target}
          target={target}
          places={places}
          chosen={chosen}
          onChoose={(id) => setPicked({ ...picked, [target]: id })}
        />
      </form>
    </Dialog>
  );
}

interface PlaceFieldProps {
  target: Target;
  places: ReturnType<typeof usePlaces>;
  chosen: number | undefined;
  onChoose: (id: number | undefined) => void;
}

function PlaceField({ target, places, chosen, onChoose }: PlaceFieldProps) {
  const isCampaign = target === 'campaign';
  const query = isCampaign ? places.campaigns : places.lists;
  return (
    <>
      {queryFailure(query, { compact: true })}
      <Select
        label={t(target)}
        description={isCampaign ? t('campaign_text') : undefined}
        placeholder={t('choose')}
        data={(isCampaign ? places.campaignOptions : places.listOptions) ?? []}
        value={chosen === undefined ? null : String(chosen)}
        onChange={(id) => onChoose(id === null ? undefined : Number(id))}
        searchable
        nothingFoundMessage={t(isCampaign ? 'none_campaigns' : 'none_lists')}
        disabled={query.isPending}
      />
    </>
  );
}

function TargetField({ target, onChange }: { target: Target; onChange: (target: Target) => void }) {
  return (
    <Radio.Group label={t('where')} value={target} onChange={(value) => onChange(value as Target)}>
      <div className="flex gap-4 pt-1">
        <Radio value="campaign" label={t('to_campaign')} size="xs" />
        <Radio value="list" label={t('to_list')} size="xs" />
      </div>
    </Radio.Group>
  );
}

/** Campaigns and lists that can take a lead, and the campaign the conversation came from. */
function usePlaces(prospectId: number) {
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  const lists = useQuery(queryOptions(searchesEndpoints.listSearches));
  const chat = useQuery({
    queryKey: chatKey(prospectId),
    queryFn: () => call(chatsEndpoints.getChat, { params: { id: prospectId } }),
  });
  const open = campaigns.data?.campaigns.filter(({ status }) => status !== 'ARCHIVED');
  const own = chat.data?.chat.prospect.campaign?.id;
  const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });
  return {
    campaigns,
    lists,
    own: open?.find(({ id }) => id === own)?.id,
    campaignOptions: open?.map(optionOf),
    listOptions: lists.data?.searches.map(optionOf),
  };
}

function useAdd(
  { id: messageId, prospect }: ReferralDialogProps['message'],
  given: { names: Names; target: Target; id: number; called: string },
  onClose: () => void,
) {
  const client = useQueryClient();
  const params = { id: prospect.id, messageId };
  const { names, target, id, called } = given;
  return useMutation({
    mutationFn: () =>
      target === 'campaign'
        ? call(chatReferralsEndpoints.addReferralToCampaign, { params, body: { ...names, campaign_id: id } })
        : call(chatReferralsEndpoints.addReferralToList, { params, body: { ...names, search_id: id } }),
    onSuccess: async ({ is_added }) => {
      await refetch(client, chatsEndpoints.getChatHistory);
      toast.success(t(is_added ? 'added' : 'was_there', { name: called }));
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
}
