import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import { searchesEndpoints } from '@overture/contract/searches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { SearchLimit } from '../../searches/index.ts';
import { type FinderRequest, requestBody } from '../filter-state.ts';
import { t } from '../texts.ts';
import { type AddBody, type AddedLeads, type AddProgress, addInBatches, isLimit } from './add-in-batches.ts';

interface AddingOptions {
  onAdded: (ids: number[], count: number) => void;
  onLimit: (limit: SearchLimit) => void;
}

/** Copies leads into the list and says what was left out, and why. */
export function useAddLeads(searchId: number, { onAdded, onLimit }: AddingOptions) {
  const client = useQueryClient();
  const { organization } = useUser();
  const [progress, setProgress] = useState<AddProgress>();
  const add = useMutation({
    mutationFn: (body: AddBody) => addInBatches(searchId, body, setProgress),
    onSettled: () => setProgress(undefined),
    onSuccess: async (answer) => {
      const words = describeAdded(answer, organization.active_subscription);
      if (answer.problem === undefined) toast.success(words, { duration: 5000 });
      else toast.error(`${words} ${answer.problem}`);
      onAdded(answer.first_ids, answer.added_prospects);
      await refetch(
        client,
        searchesEndpoints.listSearchProspects,
        searchesEndpoints.getSearch,
        searchesEndpoints.listSearches,
        leadFinderEndpoints.previewFinderLeads,
        leadFinderEndpoints.inspectFinderLead,
      );
    },
    onError: (error) => {
      if (isLimit(error)) onLimit(error.code);
      else toast.error(errorMessage(error, t('add_failed')));
    },
  });
  return {
    isAdding: add.isPending,
    /** Of an addition that takes several requests. */
    progress,
    addAmount: (request: FinderRequest, amount: number) =>
      add.mutate({ ...requestBody(request), amount, leaves_out: request.leavesOut }),
    addNamed: (request: FinderRequest, prospect_ids: string[]) => add.mutate({ ...requestBody(request), prospect_ids }),
  };
}

function describeAdded(answer: AddedLeads, isSubscribed: boolean): string {
  const words = (count: number) => ({ count, shown: formatNumber(count) });
  return [
    t('added', words(answer.added_prospects)),
    answer.already_in_list > 0 ? t('left_in_list', words(answer.already_in_list)) : null,
    answer.known_count > 0 ? t('left_known', words(answer.known_count)) : null,
    answer.company_limit_count > 0 ? t('left_company', words(answer.company_limit_count)) : null,
    answer.excluded_domains_count > 0 ? t('left_excluded', words(answer.excluded_domains_count)) : null,
    answer.erased_count > 0 ? t('left_erased', words(answer.erased_count)) : null,
    answer.is_stopped ? t('add_ended') : null,
    answer.over_limit_count > 0 ? t(isSubscribed ? 'over_month' : 'over_trial', words(answer.over_limit_count)) : null,
  ]
    .filter(Boolean)
    .join(' ');
}
