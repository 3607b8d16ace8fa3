import { useDebouncedValue } from '@mantine/hooks';
import { rehearsalEndpoints } from '@overture/contract/rehearsal';
import type { ChosenAccounts, ChosenPools } from '@overture/domain/flow/activation-checks';
import { UI } from '@overture/domain/limits';
import { DEFAULT_ASSUMPTIONS } from '@overture/domain/rehearsal/rehearsal-limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api-client.ts';

export interface Rates {
  accept_rate: number;
  reply_rate: number;
}

/** The rehearsal of a campaign with the chosen senders; asked again a moment after a rate was moved. */
export function useRehearsal(campaignId: number, given: ChosenAccounts & ChosenPools) {
  const { linkedin_account_id, email_account_id, linkedin_account_ids, email_account_ids } = given;
  const accounts = { linkedin_account_id, email_account_id, linkedin_account_ids, email_account_ids };
  const [rates, setRates] = useState<Rates>({
    accept_rate: DEFAULT_ASSUMPTIONS.accept_rate,
    reply_rate: DEFAULT_ASSUMPTIONS.reply_rate,
  });
  const [settled] = useDebouncedValue(rates, UI.search_debounce_in_ms);
  const query = useQuery({
    queryKey: ['rehearsal', campaignId, accounts, settled],
    queryFn: () =>
      call(rehearsalEndpoints.rehearseCampaign, { params: { id: campaignId }, body: { ...accounts, ...settled } }),
    placeholderData: keepPreviousData,
    // The campaign, its leads and its senders may be others the next time.
    gcTime: 0,
    // What the checks say does not change by asking again.
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
  });
  return { rates, setRates, query, isOld: query.isPlaceholderData || settled !== rates };
}
