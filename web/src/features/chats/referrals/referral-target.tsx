import { Radio, Select } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { chatsEndpoints } from '@overture/contract/chats';
import { searchesEndpoints } from '@overture/contract/searches';
import { useQuery } from '@tanstack/react-query';
import { call, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { chatKey } from '../chats-cache.ts';
import { t } from './dialog-texts.ts';

/** What becomes of a referred person. */
export type Target = 'message' | 'campaign' | 'list';
export type Place = Exclude<Target, 'message'>;

interface PlaceFieldProps {
  target: Place;
  places: ReturnType<typeof usePlaces>;
  chosen: number | undefined;
  onChoose: (id: number | undefined) => void;
}

export function PlaceField({ target, places, chosen, onChoose }: PlaceFieldProps) {
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

interface TargetFieldProps {
  target: Target;
  mayAdd: boolean;
  onChange: (target: Target) => void;
}

export function TargetField({ target, mayAdd, onChange }: TargetFieldProps) {
  return (
    <Radio.Group label={t('where')} value={target} onChange={(value) => onChange(value as Target)}>
      <div className="flex flex-wrap gap-x-4 gap-y-2 pt-1">
        <Radio value="message" label={t('to_message')} size="xs" />
        {mayAdd ? <Radio value="campaign" label={t('to_campaign')} size="xs" /> : null}
        <Radio value="list" label={t('to_list')} size="xs" />
      </div>
    </Radio.Group>
  );
}

/** Campaigns and lists that can take a lead, and the campaign the conversation came from. */
export function usePlaces(prospectId: number) {
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
    /** Chosen until the user chooses another one. */
    usual: { campaign: open?.find(({ id }) => id === own)?.id, list: undefined },
    campaignOptions: open?.map(optionOf),
    listOptions: lists.data?.searches.map(optionOf),
  };
}
