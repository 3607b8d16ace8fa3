import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import type { Campaign } from '@overture/contract/campaigns';
import {
  type ChosenAccounts,
  type ChosenPools,
  type FlowProblem,
  findActivationProblem,
  findSignatureProblem,
  findTrackingProblem,
  needsEmailAccount,
  needsLinkedinAccount,
} from '@overture/domain/flow/activation-checks';
import { type Flow, typesIn } from '@overture/domain/flow/flow';
import { lookupsOf } from '@overture/domain/flow/step-types';
import { UI } from '@overture/domain/limits';
import { sumCredits } from '@overture/domain/money/credits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { refetchUser, userQuery } from '../../../lib/api/session.ts';
import { nameSenders, useOnlySender } from '../../campaign-senders/index.ts';
import { t } from '../texts.ts';
import { useActivation } from './use-activation.ts';

export type Start = ReturnType<typeof useStart>;

/** Credits at hand and those the look-ups of a flow can cost. */
type LowCredits = { credits: number; needed: number };

/**
 * The way to the one call that starts a campaign: the senders chosen, then the checks of the flow, then the credits. Low credits
 * stop it once, with their numbers; pressing again starts anyway.
 */
export function useStart(campaign: Campaign, flow: Flow, onDone: () => void) {
  const { pools, setPools } = usePools(campaign, flow);
  const accounts = loadAccounts(pools);
  const { problem, setProblem } = useProblem();
  const [lowCredits, setLowCredits] = useState<LowCredits | undefined>();
  const activation = useActivation(campaign, onDone);
  const costs = useCosts(campaign.id, flow);
  const credits = useCreditCheck();

  // Two clicks can come before anything is drawn.
  const isBusy = useRef(false);
  async function press() {
    if (isBusy.current) return;
    isBusy.current = true;
    await start().finally(() => {
      isBusy.current = false;
    });
  }
  async function start() {
    const found =
      findActivationProblem(flow, accounts) ??
      findTrackingProblem(flow, campaign) ??
      findSignatureProblem(flow, campaign);
    setProblem(found ?? undefined, found?.node_id ? undefined : UI.flow_error_in_ms);
    if (found !== null) return;
    const low = lowCredits ? undefined : await credits.mutateAsync(costs.countNeeded);
    setLowCredits(low);
    if (low !== undefined) return;
    await activation
      .mutateAsync({ ...toBody(campaign, pools), ...costs.agreement })
      .catch((error) => setProblem({ text: errorMessage(error, t('action_failed')), node_id: stepOf(error) }));
  }
  return {
    accounts,
    pools,
    choose: (change: Partial<Pools>) => {
      setPools(change);
      setProblem(undefined);
    },
    problem,
    lowCredits,
    costs: {
      ...costs,
      agree: (isAgreed: boolean) => {
        costs.agree(isAgreed);
        setLowCredits(undefined);
      },
    },
    isPending: activation.isPending || credits.isPending || costs.isPending,
    press: () => void press(),
  };
}

/** The senders of the campaign, or those chosen here. The only one there is needs no choice. */
function usePools(campaign: Campaign, flow: Flow) {
  const [given, setGiven] = useState<Partial<Pools>>({});
  const only = { linkedin: useOnlySender('linkedin', flow), email: useOnlySender('email', flow) };
  const needed = { linkedin: needsLinkedinAccount(flow), email: needsEmailAccount(flow) };
  const choose = (kind: keyof Pools, own: number[]) =>
    given[kind] ?? (own.length > 0 || !needed[kind] ? own : only[kind]);
  const pools: Pools = {
    linkedin: choose('linkedin', campaign.linkedin_account_ids),
    email: choose('email', campaign.email_account_ids),
  };
  return { pools, setPools: (change: Partial<Pools>) => setGiven((current) => ({ ...current, ...change })) };
}

/** Senders of each channel, the first first. */
interface Pools {
  linkedin: number[];
  email: number[];
}

function loadAccounts({ linkedin, email }: Pools): ChosenAccounts & ChosenPools {
  return {
    linkedin_account_id: linkedin[0] ?? null,
    email_account_id: email[0] ?? null,
    ...(linkedin.length > 1 ? { linkedin_account_ids: linkedin } : {}),
    ...(email.length > 1 ? { email_account_ids: email } : {}),
  };
}

function toBody(campaign: Campaign, { linkedin, email }: Pools) {
  return {
    ...nameSenders('linkedin', campaign.linkedin_account_ids, linkedin),
    ...nameSenders('email', campaign.email_account_ids, email),
  };
}

/** The step that the server names in its refusal. */
function stepOf(error: unknown): number | null {
  return error instanceof ApiError && error.details.step_id ? Number(error.details.step_id) : null;
}

/** A problem that disappears after a while, if it should (errors of the checks show for 3 seconds, unless they link to a step). */
function useProblem() {
  const [shown, setShown] = useState<(FlowProblem & { ms: number | undefined }) | undefined>();
  useEffect(() => {
    if (shown?.ms === undefined) return;
    const timer = setTimeout(() => setShown(undefined), shown.ms);
    return () => clearTimeout(timer);
  }, [shown]);
  const setProblem = (problem: FlowProblem | undefined, ms?: number) => setShown(problem && { ...problem, ms });
  return { problem: shown, setProblem };
}

/**
 * What look-ups and research may cost, and whether the user agrees to the look-ups. Where the costs could not be counted nothing was shown,
 * so nothing new is agreed to.
 */
function useCosts(campaignId: number, flow: Flow) {
  const query = useQuery({
    ...queryOptions(campaignEnrichmentEndpoints.getEnrichmentCosts, { params: { id: campaignId } }),
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  });
  const [isAgreed, setAgreed] = useState(true);
  const lookups = query.data?.lookups ?? [];
  const sum = sumCredits(lookups);
  const countNeeded = async () => {
    const costs = query.data ?? (await query.refetch({ cancelRefetch: false })).data;
    return (costs?.enrichment_costs ?? 0) - (isAgreed ? 0 : sum);
  };
  return {
    lookups,
    isAgreed,
    agree: setAgreed,
    /** Credits of AI snippets. */
    research: (query.data?.enrichment_costs ?? 0) - sum,
    hasFailed: query.isError,
    // Nothing starts before the user has seen what its look-ups cost.
    isPending: query.isPending && lookupsOf(typesIn(flow)).length > 0,
    countNeeded,
    agreement: lookups.length === 0 ? {} : { lookup_credits: isAgreed ? sum : 0 },
  };
}

/** Checked at the last moment, because credits change all the time. A failed check blocks nothing. */
function useCreditCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (countNeeded: () => Promise<number>): Promise<LowCredits | undefined> => {
      const needed = await countNeeded();
      if (needed === 0) return undefined;
      try {
        await refetchUser(client);
      } catch {
        return undefined;
      }
      const credits = client.getQueryData(userQuery.queryKey)?.organization.email_credits ?? needed;
      return needed > credits ? { credits, needed } : undefined;
    },
  });
}
