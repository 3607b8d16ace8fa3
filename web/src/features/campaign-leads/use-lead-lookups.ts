import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { enrichmentEndpoints } from '@overture/contract/enrichment';
import type { ContactLookup } from '@overture/domain/credits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../lib/api-client.ts';
import { useLiveEvent } from '../../lib/live.ts';
import { refetchUser, useUser } from '../../lib/session.ts';
import { tableRequest } from '../../lib/table-request.ts';
import { toast } from '../../ui/toast.tsx';
import { t } from './texts.ts';
import type { CampaignTable } from './use-campaign-table.ts';
import type { LeadChoice } from './use-lead-actions.ts';

/** What is known about a look-up that was started here; one that found something is the lead's own data. */
export type LookupState = 'loading' | 'not_found';

interface Lookups {
  states: ReadonlyMap<string, LookupState>;
  /** Looks for one lead; left out where research is switched off. */
  look: ((prospectId: number, lookup: ContactLookup) => void) | undefined;
}

export const LookupContext = createContext<Lookups>({ states: new Map(), look: undefined });
const keyOf = (prospectId: number, lookup: ContactLookup) => `${lookup}:${prospectId}`;

/** The look-up of a cell and the way to start it. */
export function useLookupCell(prospectId: number, lookup: ContactLookup) {
  const { states, look } = useContext(LookupContext);
  return { state: states.get(keyOf(prospectId, lookup)), look: look && (() => look(prospectId, lookup)) };
}

/** Contact look-ups from the leads table: for one cell, for named leads, or for the first leads that lack the data (campaigns 7). */
export function useLeadLookups(
  campaignId: number,
  table: Pick<CampaignTable, 'filters' | 'sort'>,
  onStarted: () => void,
) {
  const client = useQueryClient();
  const isOn = useUser().organization.branding_settings.ai_research_enabled;
  const { states, mark } = useLookupStates(isOn);
  const start = useMutation({
    mutationFn: ({ choice, lookup }: { choice: LeadChoice; lookup: ContactLookup }) =>
      choice.prospect_ids
        ? call(campaignEnrichmentEndpoints.lookUpCampaignCells, {
            params: { id: campaignId },
            body: { cells: choice.prospect_ids.map((prospect_id) => ({ prospect_id, enrichment_type: lookup })) },
          })
        : call(campaignEnrichmentEndpoints.startCampaignLookups, {
            params: { id: campaignId },
            body: { enrichment_type: lookup, prospect_limit: choice.amount ?? 0, ...tableRequest(table) },
          }),
    onSuccess: (_, { choice, lookup }) => {
      toast.success(t('lookup_started'));
      mark(choice.prospect_ids ?? [], lookup, 'loading');
      void refetchUser(client);
    },
    onError: (error) => toast.error(errorMessage(error, t('lookup_failed'))),
  });
  const { mutate } = start;
  const look = useCallback(
    (prospectId: number, lookup: ContactLookup) => mutate({ choice: { prospect_ids: [prospectId] }, lookup }),
    [mutate],
  );
  const cells = useMemo(() => ({ states, look: isOn ? look : undefined }), [states, isOn, look]);
  return {
    cells,
    isOn,
    isPending: start.isPending,
    run: (choice: LeadChoice, lookup: ContactLookup) => mutate({ choice, lookup }, { onSuccess: onStarted }),
  };
}

/** Follows the look-ups by live events: what was found arrives with the leads, what was not is said in the cell. */
function useLookupStates(isOn: boolean) {
  const client = useQueryClient();
  const [states, setStates] = useState<ReadonlyMap<string, LookupState>>(new Map());
  const tasks = useQuery({
    ...queryOptions(enrichmentEndpoints.listResearchTasks),
    enabled: isOn,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const mark = useCallback((ids: readonly number[], lookup: ContactLookup, state: LookupState | undefined) => {
    setStates((known) => {
      const next = new Map(known);
      for (const id of ids) {
        if (state === undefined) next.delete(keyOf(id, lookup));
        else next.set(keyOf(id, lookup), state);
      }
      return next;
    });
  }, []);
  useLiveEvent('prompt_completed', (event) => {
    const lookup = tasks.data?.find(({ id }) => id === event.prompt_id)?.data_enrichment_type;
    if (!lookup || !states.has(keyOf(event.prospect_id, lookup))) return;
    const { state, failed, error } = event.answer;
    if (state === 'loading') return;
    if (failed) toast.error(typeof error === 'string' && error !== '' ? error : t('lookup_failed'));
    mark([event.prospect_id], lookup, failed ? undefined : 'not_found');
  });
  useLiveEvent('enrichment_complete', () => void refetch(client, campaignLeadsEndpoints.listCampaignLeads));
  return { states, mark };
}
