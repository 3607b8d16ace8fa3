import { Select } from '@mantine/core';
import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { searchesEndpoints } from '@overture/contract/searches';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import {
  AddingCounts,
  AddingNeeds,
  AddingOptions,
  type AddingOptionsValue,
  useAddingCounts,
} from '../add-to-campaign/index.ts';
import { t } from './texts.ts';

const NO_OPTIONS: AddingOptionsValue = {
  allow_duplicates: false,
  allow_locked: false,
  allow_contacted: false,
  prospects_per_company: null,
};

interface AddLeadsDialogProps {
  campaignId: number;
  onClose: () => void;
}

/** Puts all leads of a list into this campaign; who would come in and what they would need is counted before. */
export function AddLeadsDialog({ campaignId, onClose }: AddLeadsDialogProps) {
  const [listId, setListId] = useState<number | undefined>();
  const [options, setOptions] = useState(NO_OPTIONS);
  const query = useQuery(queryOptions(searchesEndpoints.listSearches));
  const amount = query.data?.searches.find(({ id }) => id === listId)?.total_prospects ?? 0;
  const { check, costs, missing, agreement } = useAddingCounts(
    { kind: 'search', id: listId ?? 0 },
    { amount },
    amount > 0 ? campaignId : undefined,
    options,
  );
  const { lookup_credits } = agreement;
  const add = useAddList(campaignId, onClose);
  const isReady = listId !== undefined && check.data !== undefined && !check.isPlaceholderData;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('add_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            disabled={!isReady || check.data?.will_be_added === 0}
            loading={add.isPending}
            onClick={() => listId !== undefined && add.mutate({ id: listId, amount, options, lookup_credits })}
          >
            {t('add_submit')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ListChoice query={query} value={listId} onChange={setListId} />
        {listId !== undefined && amount === 0 ? <p className="text-ink-3">{t('add_list_empty')}</p> : null}
        {listId !== undefined && amount > 0 ? (
          <>
            <AddingOptions value={options} onChange={setOptions} counts={check.data} />
            <AddingCounts
              counts={check.data}
              isStale={check.isPlaceholderData}
              problem={check.isError ? errorMessage(check.error, t('add_count_failed')) : undefined}
            />
            <AddingNeeds costs={costs} missing={missing} agreement={agreement} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

interface ListToAdd {
  id: number;
  amount: number;
  options: AddingOptionsValue;
  lookup_credits: number;
}

/** Adds the first leads of a list to the campaign. */
function useAddList(campaignId: number, onAdded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, amount, options, lookup_credits }: ListToAdd) =>
      call(campaignLeadsEndpoints.addToCampaign, {
        params: { id },
        body: { amount, ...options, lookup_credits, campaign: campaignId, search_or_campaign: 'search' },
      }),
    onSuccess: async ({ added }) => {
      // The table first: the empty state and its button go with it, and the focus must not go with them.
      await refetch(
        client,
        campaignLeadsEndpoints.listCampaignLeads,
        campaignsEndpoints.getCampaign,
        campaignsEndpoints.listCampaigns,
        campaignsEndpoints.listCampaignAnalytics,
      );
      toast.success(t('added', { count: added, shown: formatNumber(added) }));
      onAdded();
    },
    onError: (error) => toast.error(errorMessage(error, t('add_failed'))),
  });
}

interface ListChoiceProps {
  query: UseQueryResult<EndpointOutput<(typeof searchesEndpoints)['listSearches']>>;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}

/** The lists with how many leads each has, or the way to a first one. */
function ListChoice({ query, value, onChange }: ListChoiceProps) {
  const lists = query.data?.searches;
  if (lists?.length === 0) {
    return (
      <p>
        {t('add_list_none')} <AppLink to={pb.searches({ create: true })}>{t('add_list_make')}</AppLink>
      </p>
    );
  }
  return (
    <Select
      label={t('add_list')}
      placeholder={t('add_list_placeholder')}
      searchable={(lists?.length ?? 0) > 8}
      disabled={lists === undefined}
      allowDeselect={false}
      error={query.isError ? errorMessage(query.error, '') : undefined}
      data={(lists ?? []).map(({ id, name, total_prospects }) => ({
        value: String(id),
        label: t('add_list_option', { name, count: formatNumber(total_prospects) }),
      }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  );
}
