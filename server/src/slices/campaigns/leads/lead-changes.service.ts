import type { LeadsByCampaign } from '@overture/contract/campaign-leads';
import {
  CAMPAIGN_STATUS_LABELS,
  decideManualLeadStatus,
  isLeadDone,
  LEAD_STATUS_LABELS,
  type LeadStatus,
} from '@overture/domain/campaign/transitions';
import type { RawBuilder } from 'kysely';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { nameSlowFilter } from '../../lead-filters/index.ts';
import { cleanBody, cleanSubject, findContentProblem } from '../flow/flow.rules.ts';
import { findNodeById } from '../flow/flow.store.ts';
import { listKnownKeys } from '../flow/known-keys.service.ts';
import { findIncompleteCondition } from '../missing-data/incomplete.service.ts';
import { completeCall, listStepRuns, settleUnconfirmed } from '../run/index.ts';
import { lockCampaignForChange } from '../settings/campaigns.service.ts';
import { acquireCampaignMutex, findCampaign } from '../settings/campaigns.store.ts';
import { handOverTo, settleSenderLeads } from '../settings/senders.service.ts';
import { type LeadState, lockLead, resumeLeads, setLeadStatus } from '../start/lead-moves.store.ts';
import * as store from './lead-changes.store.ts';
import { listUnfinishedCampaigns } from './lead-changes.store.ts';
import { saveRewritten } from './lead-messages.store.ts';
import { canRewrite } from './lead-timeline.rules.ts';
import type { TableRequest } from './leads.rules.ts';
import { parseTableRequest } from './leads.service.ts';
import { findLeadId, findLeads, type LeadSelection, listSelected } from './leads.store.ts';

/**
 * Completes every unfinished campaign of a lead, like setting 'Completed' by hand, or removes it from one campaign.
 * @returns the campaigns' names
 * @throws not_found for a campaign that is gone
 */
export async function stopLead(
  tx: TransactionContext,
  prospect_id: number,
  { removed_from }: { removed_from?: number } = {},
): Promise<string[]> {
  if (removed_from !== undefined) return removeLead(tx, removed_from, prospect_id);
  const stopped: { id: number; name: string }[] = [];
  for (const campaign of await listUnfinishedCampaigns(tx, prospect_id)) {
    await acquireCampaignMutex(tx, campaign.id);
    const lead = await lockLead(tx, campaign.id, prospect_id);
    if (!lead || isLeadDone(lead.status)) continue;
    await setLeadStatus(tx, lead.id, 'COMPLETED');
    tx.live.publish('prospect_campaign_status', {
      campaign_id: campaign.id,
      prospect_id,
      campaign_status: 'COMPLETED',
    });
    stopped.push(campaign);
  }
  // After the leads, as the engine does when it settles a mail.
  await wakeCampaigns(
    tx,
    stopped.map(({ id }) => id),
  );
  return stopped.map(({ name }) => name);
}

async function removeLead(tx: TransactionContext, campaignId: number, prospectId: number): Promise<string[]> {
  await acquireCampaignMutex(tx, campaignId);
  const { name } = orNotFound(await findCampaign(tx, campaignId));
  const selection = { campaign_id: campaignId, prospect_ids: [prospectId] };
  const { amount, prospect_ids } = await store.removeLeads(tx, selection);
  if (amount === 0) return [];
  publishRemoved(tx, campaignId, amount, prospect_ids);
  await wakeCampaigns(tx, [campaignId]);
  return [name];
}

/** Hands a sender's leads over to other senders, or ends their campaign. @throws not_found, bad_request */
export async function settleLeadsOfSender(
  ctx: Context,
  id: number,
  accountId: number,
  { leads, restarts }: { leads: 'hand_over' | 'end'; restarts?: boolean | null | undefined },
) {
  return ctx.transaction(async (tx) => {
    await lockCampaignForChange(tx, id);
    const { restartable_ids: _, ...settled } = await settleSenderLeads(tx, id, accountId, leads, restarts ?? false);
    return settled;
  });
}

/** Hands the selected leads over to one sender. @throws not_found, bad_request, no_leads_selected */
export async function handOverSelected(
  ctx: Context,
  id: number,
  given: SelectionRequest & { account_id: number; restarts?: boolean | null | undefined },
) {
  return ctx.transaction(async (tx) => {
    await lockCampaignForChange(tx, id);
    const { account_id, restarts, ...request } = given;
    const people = await withSelection(tx, id, request, (selection) => listSelected(tx, selection));
    return handOverTo(tx, id, account_id, people, restarts ?? false);
  });
}

type Tx = TransactionContext;

export interface SelectionRequest extends TableRequest {
  prospect_ids?: readonly number[] | null | undefined;
  amount?: number | null | undefined;
}

/** Does something with the leads a request means. @throws no_leads_selected, bad_request, filter_too_slow */
export async function withSelection<Result>(
  tx: Tx,
  campaignId: number,
  request: SelectionRequest,
  use: (selection: LeadSelection) => Promise<Result>,
): Promise<Result> {
  const selection = await resolveSelection(tx, campaignId, request);
  return nameSlowFilter('view' in selection ? selection.view.filters : [], () => use(selection));
}

/** Named leads before a number. */
async function resolveSelection(tx: Tx, campaignId: number, request: SelectionRequest): Promise<LeadSelection> {
  if (request.prospect_ids?.length) return { campaign_id: campaignId, prospect_ids: request.prospect_ids };
  if (!request.amount) throw new ApiError('no_leads_selected');
  return { view: { campaign_id: campaignId, ...(await parseTableRequest(tx, request)) }, amount: request.amount };
}

/** Whom a request means now, in the table's order. */
export async function listSelection(ctx: Context, campaignId: number, request: SelectionRequest): Promise<number[]> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, campaignId));
    return withSelection(tx, campaignId, request, (selection) => listSelected(tx, selection));
  });
}

/** Removes leads from the campaign; they stay in their list. Returns how many. */
export async function removeLeads(ctx: Context, campaignId: number, request: SelectionRequest): Promise<number> {
  return changeLeads(ctx, campaignId, async (tx) =>
    withSelection(tx, campaignId, request, (selection) => store.removeLeads(tx, selection)),
  );
}

/** Removes the leads that match a condition from a campaign the caller has locked. Returns how many. */
export async function removeWhere(tx: Tx, campaignId: number, condition: RawBuilder<boolean>): Promise<number> {
  const { amount, prospect_ids } = await store.removeLeadsWhere(tx, campaignId, condition);
  if (amount > 0) publishRemoved(tx, campaignId, amount, prospect_ids);
  return amount;
}

/** Archives leads. Returns how many. */
export async function archiveLeads(ctx: Context, campaignId: number, request: SelectionRequest): Promise<number> {
  return changeLeads(ctx, campaignId, async (tx) =>
    withSelection(tx, campaignId, request, (selection) => store.archiveLeads(tx, selection)),
  );
}

/** Archives leads whose messages can't be sent for lack of data. Returns how many. */
export async function archiveIncompleteLeads(ctx: Context, campaignId: number): Promise<number> {
  return changeLeads(ctx, campaignId, async (tx) => {
    const condition = await findIncompleteCondition(tx, campaignId, 'any_node');
    return condition === null ? { amount: 0, prospect_ids: [] } : store.archiveLeadsWhere(tx, campaignId, condition);
  });
}

async function changeLeads(
  ctx: Context,
  campaignId: number,
  change: (tx: Tx) => Promise<store.ChangedLeads>,
): Promise<number> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    orNotFound(await findCampaign(tx, campaignId));
    const { amount, prospect_ids } = await change(tx);
    if (amount === 0) return 0;
    publishRemoved(tx, campaignId, amount, prospect_ids);
    // After the leads, as the engine does when it settles a mail.
    await wakeCampaigns(tx, [campaignId]);
    return amount;
  });
}

/** Publishes the removed leads. Above the limit browsers can merge, the list is empty and they refetch. */
function publishRemoved(tx: Tx, campaign_id: number, amount: number, prospectIds: number[]): void {
  if (amount > prospectIds.length) {
    tx.live.publish('delete_prospect_campaign', { campaign_id, prospect_ids: [] });
    return;
  }
  for (let start = 0; start < prospectIds.length; start += 500) {
    const prospect_ids = prospectIds.slice(start, start + 500);
    tx.live.publish('delete_prospect_campaign', { campaign_id, prospect_ids });
  }
}

/** Sets a status by hand; the current one does nothing. @throws not_found, lead_transition_refused */
export async function changeLeadStatus(
  ctx: Context,
  campaignId: number,
  prospectId: number,
  to: LeadStatus,
): Promise<LeadStatus> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    const lead = orNotFound(await lockLead(tx, campaignId, prospectId));
    const decision = decideManualLeadStatus(lead.status, to);
    if (decision === 'refused') {
      const word = (status: LeadStatus) => LEAD_STATUS_LABELS[status].toLowerCase();
      throw new ApiError('lead_transition_refused', { from: word(lead.status), to: word(to) });
    }
    if (decision === 'same') return to;
    const status = await moveLead(tx, campaignId, lead, to);
    await wakeCampaigns(tx, [campaignId]);
    return status;
  });
}

interface Pause {
  prospect_ids: number[];
  is_paused: boolean;
  only?: LeadsByCampaign | null | undefined;
}

/**
 * Pauses or resumes leads in all campaigns that they have not finished. One transaction for each campaign, so none waits for another.
 * @returns how many leads changed, and where
 */
export async function pauseLeads(ctx: Context, { prospect_ids, is_paused, only }: Pause) {
  const to = is_paused ? 'PAUSED' : 'ACTIVE';
  const wanted = only ? new Map(only.map((one) => [one.campaign_id, new Set(one.prospect_ids)])) : null;
  const changed: LeadsByCampaign = [];
  for (const found of await ctx.read((tx) => store.listUnfinishedLeads(tx, prospect_ids))) {
    const ids = found.prospect_ids.filter((id) => !wanted || wanted.get(found.campaign_id)?.has(id));
    if (ids.length === 0) continue;
    const moved = await ctx.transaction((tx) => moveLeads(tx, found.campaign_id, ids, to));
    if (moved.length > 0) changed.push({ campaign_id: found.campaign_id, prospect_ids: moved });
  }
  return { amount: new Set(changed.flatMap((one) => one.prospect_ids)).size, changed };
}

async function moveLeads(tx: Tx, campaignId: number, prospectIds: readonly number[], to: LeadStatus) {
  const moved: number[] = [];
  await acquireCampaignMutex(tx, campaignId);
  for (const id of prospectIds) {
    const lead = await lockLead(tx, campaignId, id);
    if (!lead || decideManualLeadStatus(lead.status, to) !== 'change') continue;
    await moveLead(tx, campaignId, lead, to);
    moved.push(id);
  }
  await wakeCampaigns(tx, [campaignId]);
  return moved;
}

async function moveLead(tx: Tx, campaignId: number, lead: LeadState, to: LeadStatus): Promise<LeadStatus> {
  const status = to === 'ACTIVE' ? await resumeLead(tx, campaignId, lead.prospect_id) : to;
  if (to !== 'ACTIVE') await setLeadStatus(tx, lead.id, to);
  publishStatus(tx, campaignId, lead.prospect_id, status);
  return status;
}

/** A paused lead resumes at its step. In a completed campaign this pauses the campaign until it is resumed. */
async function resumeLead(tx: Tx, campaignId: number, prospectId: number): Promise<LeadStatus> {
  await resumeLeads(tx, campaignId, [prospectId]);
  return orNotFound(await lockLead(tx, campaignId, prospectId)).status;
}

function publishStatus(tx: Tx, campaign_id: number, prospect_id: number, campaign_status: LeadStatus): void {
  tx.live.publish('prospect_campaign_status', { campaign_id, prospect_id, campaign_status });
}

/** Marks the call a lead waits for as done. @throws not_found, conflict when it waits for none */
export async function completeCallOfLead(ctx: Context, campaignId: number, prospectId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    const campaign = orNotFound(await findCampaign(tx, campaignId));
    orNotFound(await lockLead(tx, campaignId, prospectId));
    if (campaign.status !== 'ACTIVE') {
      const status = CAMPAIGN_STATUS_LABELS[campaign.status].toLowerCase();
      throw new ApiError('conflict', { reason: `This campaign is ${status}.` });
    }
    if (!(await completeCall(tx, campaignId, prospectId))) {
      throw new ApiError('conflict', { reason: 'This lead does not wait for a call.' });
    }
  });
}

/** Stores the user's decision whether an unconfirmed mail was sent. @throws not_found, conflict when no mail is unconfirmed */
export async function resolveUnconfirmed(
  ctx: Context,
  campaignId: number,
  prospectId: number,
  wasSent: boolean,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await findLeadId(tx, campaignId, prospectId));
    if (!(await settleUnconfirmed(tx, campaignId, prospectId, wasSent))) {
      throw new ApiError('conflict', { reason: 'There is no message of this lead left to confirm.' });
    }
  });
}

/** Rewrites a message for one lead, until it is handed over. @throws not_found, conflict, bad_request */
export async function editLeadMessage(
  ctx: Context,
  prospectId: number,
  stepId: number,
  given: { message: string; subject_line?: string | null | undefined },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { campaign_id, ...node } = orNotFound(await findNodeById(tx, stepId));
    if (node.kind !== 'step') throw new ApiError('not_found');
    orNotFound(await lockLead(tx, campaign_id, prospectId));
    const lead = orNotFound((await findLeads(tx, [orNotFound(await findLeadId(tx, campaign_id, prospectId))]))[0]);
    const runs = await listStepRuns(tx, [lead.lead_id]);
    if (
      !canRewrite(
        lead,
        node,
        runs.some((run) => run.node_id === stepId),
      )
    ) {
      throw new ApiError('conflict', { reason: 'This message can no longer be changed.' });
    }
    const message = cleanBody(given.message);
    if (message === null) throw new ApiError('message_empty');
    const subject_line = cleanSubject(given.subject_line);
    const nothing = { message_b: null, subject_line_b: null, placeholder_message: null, placeholder_message_b: null };
    const problem = findContentProblem(node, { ...nothing, message, subject_line }, await listKnownKeys(tx));
    if (problem !== null) throw new ApiError('bad_request', { reason: problem });
    await saveRewritten(tx, { campaign_lead_id: lead.lead_id, node_id: stepId, message, subject_line });
    tx.live.publish('prospect_campaign', { campaign_id, prospect_ids: [prospectId] });
  });
}
