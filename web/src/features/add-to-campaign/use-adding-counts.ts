import { useDebouncedValue } from '@mantine/hooks';
import { campaignEnrichmentEndpoints, type LookupCost } from '@overture/contract/campaign-enrichment';
import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import type { TableFilter } from '@overture/domain/leads/filters';
import { sumCredits } from '@overture/domain/money/credits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import type { AddingOptionsValue } from './adding-options.tsx';

/** Which leads are meant, as the calls take it: ids, or an amount of the table with its filters and sort. */
export interface LeadSelection {
  prospect_ids?: number[];
  amount?: number;
  filters?: TableFilter[] | undefined;
  sort_field?: string | undefined;
  sort_direction?: string | undefined;
}

export interface LeadSource {
  kind: 'search' | 'campaign';
  id: number;
}

/** A teammate may have added the same leads a moment ago. */
const always = { placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 };

/** Asks the server who would come in, and what they would need, shortly after the last change of a choice. */
export function useAddingCounts(
  source: LeadSource,
  leads: LeadSelection,
  campaign: number | undefined,
  options: AddingOptionsValue,
) {
  const [settled] = useDebouncedValue(options, 200);
  const body = { ...leads, ...settled, search_or_campaign: source.kind };
  const check = useQuery({
    ...queryOptions(campaignLeadsEndpoints.checkDuplicates, {
      params: { id: source.id },
      body: { ...body, target_campaign_id: campaign },
    }),
    ...always,
    enabled: campaign !== undefined,
  });
  const inCampaign = {
    params: { id: campaign ?? 0 },
    body: { ...body, ...(source.kind === 'search' ? { search_id: source.id } : { source_campaign_id: source.id }) },
  };
  const isWorthAsking = campaign !== undefined && (check.data?.will_be_added ?? 0) > 0;
  const costs = useQuery({
    ...queryOptions(campaignEnrichmentEndpoints.countEnrichmentCosts, inCampaign),
    ...always,
    enabled: isWorthAsking,
    retry: false,
  });
  const missing = useQuery({
    ...queryOptions(campaignEnrichmentEndpoints.countMissingData, inCampaign),
    ...always,
    enabled: isWorthAsking,
    retry: false,
  });
  const agreement = useAgreement(campaign, costs.data?.lookups ?? []);
  return { check, costs: costs.data, missing: missing.data, agreement };
}

/**
 * The look-ups that adding may start, and whether the user agrees to their costs. A campaign that was started looks leads up when they
 * come in; a draft asks when it is activated.
 */
export interface Agreement {
  lookups: readonly LookupCost[];
  isAgreed: boolean;
  agree: (isAgreed: boolean) => void;
  lookup_credits: number;
}

function useAgreement(campaignId: number | undefined, shown: readonly LookupCost[]): Agreement {
  const [isAgreed, agree] = useState(true);
  const { data } = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  const status = data?.campaigns.find(({ id }) => id === campaignId)?.status;
  const lookups = status === undefined || status === 'DRAFT' ? [] : shown;
  return { lookups, isAgreed, agree, lookup_credits: isAgreed ? sumCredits(lookups) : 0 };
}
