import type { CampaignLookUps } from '@overture/contract/campaign-enrichment';
import type { ContactLookup } from '@overture/domain/money/credits';
import type { LookupEstimate } from '@overture/domain/money/lookup-estimate';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import {
  estimateLookup,
  loadLookups,
  type Started,
  type Stopped,
  startLookUps,
  stopLookUps,
  taskOfLookUp,
} from '../../enrichment/index.ts';
import type { TableRequest } from '../leads/leads.rules.ts';
import { parseTableRequest } from '../leads/leads.service.ts';
import type { LeadView } from '../leads/leads.store.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { countWithout, filterLeads, listWithout } from './lead-needs.store.ts';

type Ctx = Pick<Context, 'transaction'>;

/** Leads in a campaign's table by what a look-up can still do for them, and its costs. @throws not_found, bad_request */
export async function countUnenriched(
  ctx: Ctx,
  campaignId: number,
  request: TableRequest & { data_enrichment_type: ContactLookup },
): Promise<LookupEstimate> {
  const lookup = request.data_enrichment_type;
  return ctx.transaction(async (tx) => {
    const view = await parseView(tx, campaignId, request);
    return estimateLookup(tx, lookup, await countWithout(tx, view, askedFor(lookup)));
  });
}

/**
 * Looks up the first `prospect_limit` of them in table order; none without a limit.
 * @throws not_found, bad_request, not_enough_credits
 */
export async function lookUpLeads(
  ctx: Ctx,
  campaignId: number,
  request: TableRequest & { enrichment_type: ContactLookup; prospect_limit?: number | null | undefined },
): Promise<Started> {
  const { enrichment_type: lookup, prospect_limit } = request;
  return ctx.transaction(async (tx) => {
    const view = await parseView(tx, campaignId, request);
    const prospect_ids = prospect_limit ? await listWithout(tx, view, askedFor(lookup), prospect_limit) : [];
    return startLookUps(tx, campaignId, [{ lookup, prospect_ids }]);
  });
}

/** Runs look-ups for the given leads, even repeatedly. @throws not_found, bad_request when none is in the campaign, not_enough_credits */
export async function lookUpCells(
  ctx: Ctx,
  campaignId: number,
  cells: readonly { prospect_id: number; enrichment_type: ContactLookup }[],
): Promise<Started> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    const leads = new Set(
      await filterLeads(
        tx,
        campaignId,
        cells.map(({ prospect_id }) => prospect_id),
      ),
    );
    const wanted = cells.filter(({ prospect_id }) => leads.has(prospect_id));
    if (wanted.length === 0) throw new ApiError('bad_request', { reason: 'None of these leads is in this campaign.' });
    const groups = Map.groupBy(wanted, ({ enrichment_type }) => enrichment_type);
    return startLookUps(
      tx,
      campaignId,
      [...groups].map(([lookup, group]) => ({
        lookup,
        prospect_ids: [...new Set(group.map(({ prospect_id }) => prospect_id))],
      })),
    );
  });
}

/** Progress of the look-ups started in a campaign, with the results of the given leads. @throws not_found */
export async function listCampaignLookups(
  ctx: Ctx,
  campaignId: number,
  prospectIds: readonly number[],
): Promise<CampaignLookUps> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    return loadLookups(tx, campaignId, prospectIds);
  });
}

/** Stops look-ups started in a campaign's table. Those that its flow starts end when it is paused. @throws not_found */
export async function stopCampaignLookUps(ctx: Ctx, campaignId: number): Promise<Stopped> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    return stopLookUps(tx, campaignId);
  });
}

async function parseView(tx: TransactionContext, campaign_id: number, request: TableRequest): Promise<LeadView> {
  orNotFound(await findCampaign(tx, campaign_id));
  return { campaign_id, ...(await parseTableRequest(tx, request)) };
}

function askedFor(lookup: ContactLookup) {
  return { lookup, prompt_id: taskOfLookUp(lookup).id };
}
