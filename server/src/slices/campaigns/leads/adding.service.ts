import type { StepContent, StepNode } from '@overture/domain/flow/flow';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { countPastContacts } from '../../past-contacts/index.ts';
import { selectProspects } from '../../searches/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { insertFlow, lockCampaignForChange } from '../settings/campaigns.service.ts';
import { addLookupCredits, findCampaign, insertDraft, markDemo } from '../settings/campaigns.store.ts';
import { moveCampaign, startCampaignLeads } from '../start/activation.service.ts';
import * as store from './adding.store.ts';
import { insertLeads } from './adding.store.ts';
import { type SelectionRequest, withSelection } from './lead-changes.service.ts';
import { listSelectedPeople } from './leads.store.ts';

interface DemoCampaign {
  name: string;
  /** One after the other. */
  mails: readonly (Partial<StepContent> & { delay_in_hours: number })[];
  source_search_id: number;
  prospect_ids: readonly number[];
}

/** Creates an example draft with leads and messages that cannot be started. Returns its id and the ids of its steps. */
export async function createDemoCampaign(
  tx: TransactionContext,
  { name, mails, source_search_id, prospect_ids }: DemoCampaign,
): Promise<{ id: number; node_ids: number[] }> {
  const id = await insertDraft(tx, name, null);
  await markDemo(tx, id);
  const flow = mails.map((mail, index): StepNode => {
    const place = { id: index + 1, parent_id: index === 0 ? null : index, branch: null };
    return { kind: 'step', type: 'EMAIL', ...place, ...mail };
  });
  const ids = await insertFlow(tx, id, flow);
  await insertLeads(tx, { campaign_id: id, source_search_id, prospect_ids });
  return { id, node_ids: flow.map((node) => ids.get(node.id) as number) };
}

type Tx = TransactionContext;

/** Rows per insert: about a tenth of a second, then progress is published. */
const BATCH_SIZE = 5000;

export interface AddingRequest extends SelectionRequest {
  search_or_campaign?: 'search' | 'campaign' | null | undefined;
  allow_duplicates?: boolean | null | undefined;
  allow_locked?: boolean | null | undefined;
  allow_contacted?: boolean | null | undefined;
  prospects_per_company?: number | null | undefined;
}

/** Counts what adding leads of the list or campaign `sourceId` would do; see the contract for a missing target. */
export async function checkDuplicates(
  ctx: Context,
  sourceId: number,
  request: AddingRequest & { target_campaign_id?: number | null | undefined },
) {
  requireNamed(request);
  const campaignId = request.target_campaign_id ?? sourceId;
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    const isByName = campaignId === sourceId && (request.prospect_ids?.length ?? 0) > 0;
    const prospectIds = isByName ? [...new Set(request.prospect_ids)] : await findPeople(tx, sourceId, request);
    const counts = await store.countAdding(tx, toAdding(campaignId, prospectIds, request));
    return { ...counts, past_contacts: await describePastContacts(tx, counts.contacted_count, prospectIds) };
  });
}

/** Which tools wrote to the leads that are left out for it, and when last. */
async function describePastContacts(tx: Tx, contacted: number, prospectIds: readonly number[]) {
  if (contacted === 0) return [];
  const tools = await countPastContacts(tx, prospectIds);
  return tools.map((one) => ({ ...one, last_contacted_at: one.last_contacted_at?.toISOString() ?? null }));
}

/**
 * The leads a request selects and those that would be added to the campaign. With `sourceId` null the request names them.
 * @throws not_found, no_leads_selected, bad_request
 */
export async function findAddable(
  tx: Tx,
  campaignId: number,
  sourceId: number | null,
  request: AddingRequest,
): Promise<{ prospectIds: number[]; addable: number[] }> {
  requireNamed(request);
  if (sourceId === null && !request.prospect_ids?.length) throw new ApiError('no_leads_selected');
  const prospectIds = sourceId === null ? [...new Set(request.prospect_ids)] : await findPeople(tx, sourceId, request);
  const { addable } = await store.classifyCandidates(tx, toAdding(campaignId, prospectIds, request));
  return { prospectIds, addable };
}

function requireNamed(request: SelectionRequest): void {
  if (!request.prospect_ids?.length && !request.amount) throw new ApiError('no_leads_selected');
}

/** The leads a request means, each once, in the order of their table. */
async function findPeople(tx: Tx, sourceId: number, request: AddingRequest): Promise<number[]> {
  if (request.search_or_campaign !== 'campaign') return selectProspects(tx, { ...request, search_id: sourceId });
  orNotFound(await findCampaign(tx, sourceId));
  return withSelection(tx, sourceId, request, (selection) => listSelectedPeople(tx, selection));
}

function toAdding(campaign_id: number, prospect_ids: number[], request: AddingRequest): store.Adding {
  return {
    campaign_id,
    prospect_ids,
    allow_duplicates: request.allow_duplicates ?? false,
    allow_locked: request.allow_locked ?? false,
    allow_contacted: request.allow_contacted ?? false,
    prospects_per_company: request.prospects_per_company ?? null,
  };
}

/**
 * Adds leads of the list or campaign `sourceId` to a campaign. In a draft they are not started. In an active campaign they start now, in a
 * paused one on resume, and a completed one becomes active again.
 * @throws not_found, no_leads_selected, bad_request for an archived campaign
 */
export async function addToCampaign(
  ctx: Context,
  sourceId: number,
  request: AddingRequest & { campaign: number; lookup_credits?: number | null | undefined },
) {
  requireNamed(request);
  const campaignId = request.campaign;
  const progress = createProgress(ctx, campaignId);
  const answer = await ctx.transaction(async (tx) => {
    const status = await lockTarget(tx, campaignId);
    const prospectIds = await findPeople(tx, sourceId, request);
    // A draft asks for all its leads when it is activated.
    if (request.lookup_credits && status !== 'DRAFT') await addLookupCredits(tx, campaignId, request.lookup_credits);
    const source_search_id = request.search_or_campaign === 'campaign' ? null : sourceId;
    return addFound(tx, { status, source_search_id, ...toAdding(campaignId, prospectIds, request) }, progress.publish);
  });
  await progress.end();
  return answer;
}

/**
 * Adds leads of a list to a draft. The campaign is locked first: it can't be started in between.
 * @throws not_found, no_leads_selected, campaign_locked once it was started
 */
export async function addToDraft(ctx: Context, campaign_id: number, request: AddingRequest & { search_id: number }) {
  requireNamed(request);
  return ctx.transaction(async (tx) => {
    const status = await lockTarget(tx, campaign_id);
    if (status !== 'DRAFT') throw new ApiError('campaign_locked');
    const prospectIds = await findPeople(tx, request.search_id, request);
    const adding = { status, source_search_id: request.search_id, ...toAdding(campaign_id, prospectIds, request) };
    return addFound(tx, adding, () => undefined);
  });
}

/**
 * Adds a few leads in the caller's transaction by the same rules; leads already in the campaign are skipped.
 * @throws not_found, bad_request for an archived campaign
 */
export async function addPeople(
  tx: Tx,
  campaignId: number,
  prospectIds: number[],
  rules: Pick<AddingRequest, 'allow_duplicates'> = {},
) {
  const status = await lockTarget(tx, campaignId);
  return addFound(tx, { status, source_search_id: null, ...toAdding(campaignId, prospectIds, rules) }, () => undefined);
}

async function lockTarget(tx: Tx, campaignId: number): Promise<string> {
  await store.lockAdding(tx);
  const status = await lockCampaignForChange(tx, campaignId);
  if (status === 'ARCHIVED') throw new ApiError('bad_request', { reason: 'This campaign is archived.' });
  return status;
}

async function addFound(
  tx: Tx,
  { status, source_search_id, ...adding }: store.Adding & { status: string; source_search_id: number | null },
  publish: (added: number, total: number) => void,
) {
  const { campaign_id } = adding;
  const { counts, addable } = await store.classifyCandidates(tx, adding);
  const added_ids: number[] = [];
  for (let next = 0; next < addable.length; next += BATCH_SIZE) {
    publish(next, addable.length);
    const prospect_ids = addable.slice(next, next + BATCH_SIZE);
    added_ids.push(...(await store.insertLeads(tx, { campaign_id, source_search_id, prospect_ids })));
  }
  if (added_ids.length > 0) {
    tx.live.publish('prospect_campaign', { campaign_id, prospect_ids: added_ids.slice(0, 500) });
    for (let next = 0; next < added_ids.length; next += BATCH_SIZE)
      tx.events.emit({
        type: 'leads_added_to_campaign',
        campaign_id,
        prospect_ids: added_ids.slice(next, next + BATCH_SIZE),
      });
    await startAdded(tx, campaign_id, status, added_ids);
  }
  const { will_be_added: _, ...left } = counts;
  return { success: true as const, added: added_ids.length, ...left };
}

/**
 * Publishes the progress of a large addition in order. Each message needs a transaction of its own, since the main one has not committed.
 * Inserting does not wait for it, because it may have to wait for a second connection. The response does, because progress must not arrive
 * after the end.
 */
function createProgress(ctx: Context, campaign_id: number) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    publish(added_prospects: number, total_prospects: number): void {
      if (total_prospects <= BATCH_SIZE) return;
      const progress = { campaign_id, added_prospects, total_prospects };
      last = last
        .then(() => ctx.transaction(async (tx) => tx.live.publish('adding_progress', progress)))
        .catch((error: unknown) =>
          ctx.log.warn({ error, campaign_id }, 'the progress of adding leads could not be sent'),
        );
    },
    end: () => last,
  };
}

async function startAdded(tx: Tx, id: number, status: string, prospectIds: readonly number[]): Promise<void> {
  if (status === 'DRAFT') return;
  const started = await startCampaignLeads(tx, id, await listNodes(tx, id), prospectIds);
  if (status === 'COMPLETED' && started > 0) await moveCampaign(tx, id, 'ACTIVE');
}
