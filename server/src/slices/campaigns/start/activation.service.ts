import type { Campaign } from '@overture/contract/campaigns';
import { firstLane } from '@overture/domain/campaign/lead-plan';
import {
  ARCHIVE_UNDO_IN_MINUTES,
  activationMove,
  CAMPAIGN_STATUS_LABELS,
  type CampaignStatus,
  canSetCampaignStatus,
} from '@overture/domain/campaign/transitions';
import {
  findActivationProblem,
  findSignatureProblem,
  findSwitchedOff,
  findTierProblem,
  findTrackingProblem,
} from '@overture/domain/flow/activation-checks';
import { delayInHours } from '@overture/domain/flow/delays';
import { childrenOf, type Flow, type FlowNode, firstNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { findUnlinkedSteps } from '@overture/domain/flow/unsubscribe-links';
import type { KnownKeys } from '@overture/domain/message/resolve';
import { addDelay, getWorkingDays, type WorkingDays } from '@overture/domain/sending/working-days';
import { loadNow } from '../../../kernel/clock.ts';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { findAccounts } from '../../accounts/index.ts';
import { stopStartedReplied } from '../../lead-endings/index.ts';
import { holdStartedLeads } from '../../lead-holds/index.ts';
import { disabledFeatures, findOrganization } from '../../organization/index.ts';
import { getSetting } from '../../organization-settings/index.ts';
import { requirePlan } from '../../plans/index.ts';
import { followArchiving } from '../../touch-locks/index.ts';
import { findWordsProblem } from '../flow/flow.rules.ts';
import { listNodes } from '../flow/flow.store.ts';
import { listKnownKeys } from '../flow/known-keys.service.ts';
import { startLeads } from '../run/index.ts';
import { listAccountIds } from '../settings/campaigns.rules.ts';
import { loadCampaign, lockCampaignForChange } from '../settings/campaigns.service.ts';
import * as store from '../settings/campaigns.store.ts';
import { changePool, listTiers, requireSenders } from '../settings/senders.service.ts';
import { listContinuedGroups, placeContinued, skipPassed } from './continued-leads.store.ts';
import { countLeadsAmong, resumeLeads } from './lead-moves.store.ts';

type Tx = TransactionContext;

/** The tour's example can't be started: users create a campaign of their own. */
const DEMO = 'This is an example: its people do not exist. Create a campaign of your own to start it.';
const STATUS_CHANGED_TEXT = 'This campaign has changed in the meantime. Check it before you continue.';

export interface ActivationInput {
  linkedin_account_id?: number | null | undefined;
  email_account_id?: number | null | undefined;
  email_account_ids?: number[] | null | undefined;
  linkedin_account_ids?: number[] | null | undefined;
  prospect_ids?: number[] | null | undefined;
  /** Credits that look-ups may cost. */
  lookup_credits?: number | null | undefined;
  /** Status the caller saw. */
  status?: CampaignStatus | null | undefined;
}

/**
 * The main button of a campaign: starts a draft or a completed campaign, pauses an active one, resumes a paused one. Named leads are
 * started (a paused lead resumes). Without names, a campaign that never ran starts all leads, and one that ran continues with those already
 * started. Leads added later start automatically (adding.service). A caller that sends the status it saw starts or pauses nothing twice: if
 * the change has already happened, it is kept, unless they asked for other senders or named leads.
 * @throws not_found, subscription_required, activation_refused with the specification's text, campaign_transition_refused, conflict
 */
export async function activateCampaign(ctx: Context, id: number, given: ActivationInput): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    const status = await lockCampaignForChange(tx, id);
    if (given.status && given.status !== status) {
      const campaign = await loadCampaign(tx, id);
      const isDone = activationMove(given.status) === status && (status !== 'ACTIVE' || isAsWanted(campaign, given));
      if (!isDone) throw new ApiError('conflict', { reason: STATUS_CHANGED_TEXT });
      return campaign;
    }
    const move = activationMove(status);
    if (move === null) throw refusal(status, 'ACTIVE');
    if (move === 'ACTIVE') await start(tx, id, given);
    await moveCampaign(tx, id, move);
    return loadCampaign(tx, id);
  });
}

/** Pauses a running campaign. A paused one stays as it is. @throws not_found, campaign_transition_refused */
export async function pauseCampaign(ctx: Pick<Context, 'transaction'>, id: number): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    const status = await lockCampaignForChange(tx, id);
    if (status !== 'PAUSED' && activationMove(status) !== 'PAUSED') throw refusal(status, 'PAUSED');
    if (status !== 'PAUSED') await moveCampaign(tx, id, 'PAUSED');
    return loadCampaign(tx, id);
  });
}

/** Whether a campaign that another user started runs as this caller requested. */
function isAsWanted(campaign: Campaign, given: ActivationInput): boolean {
  const isSame = (field: 'email_account_id' | 'linkedin_account_id') =>
    !given[field] || given[field] === campaign[field];
  const isSamePool = (field: 'email_account_ids' | 'linkedin_account_ids') =>
    !given[field] || given[field].join() === campaign[field].join();
  const isSameChoice = isSame('email_account_id') && isSame('linkedin_account_id');
  return (
    isSameChoice && isSamePool('email_account_ids') && isSamePool('linkedin_account_ids') && !given.prospect_ids?.length
  );
}

function refusal(from: CampaignStatus, to: CampaignStatus): ApiError {
  const word = (status: CampaignStatus) => CAMPAIGN_STATUS_LABELS[status].toLowerCase();
  return new ApiError('campaign_transition_refused', { from: word(from), to: word(to) });
}

async function start(tx: Tx, id: number, given: ActivationInput): Promise<void> {
  await requirePlan(tx);
  const { email_account_id, linkedin_account_id } = given;
  await requireSenders(tx, given);
  await store.updateSettings(tx, id, { email_account_id, linkedin_account_id });
  await changePool(tx, id, 'email', given.email_account_ids ?? [], 'finish');
  await changePool(tx, id, 'linkedin', given.linkedin_account_ids ?? [], 'finish');
  const campaign = orNotFound(await store.findCampaign(tx, id));
  if (campaign.is_demo) throw new ApiError('activation_refused', { reason: DEMO });
  const flow = await listNodes(tx, id);
  await requireReady(tx, campaign, flow);
  if (campaign.activated_at === null) requireWords(flow, await listKnownKeys(tx));
  const prospectIds = given.prospect_ids?.length ? [...new Set(given.prospect_ids)] : null;
  if (prospectIds && (await countLeadsAmong(tx, id, prospectIds)) < prospectIds.length) throw new ApiError('not_found');
  await store.agreeToLookups(tx, id, given.lookup_credits);
  if (prospectIds || campaign.activated_at === null || campaign.status === 'COMPLETED') {
    if (prospectIds) await resumeLeads(tx, id, prospectIds);
    await startCampaignLeads(tx, id, flow, prospectIds);
  }
}

/**
 * Drafts may be saved with unfinished texts. Checked before the first start only: later the flow can't be edited in place, and an invalid
 * message waits.
 */
function requireWords(flow: Flow, known: KnownKeys): void {
  for (const node of flow) {
    const problem = node.kind === 'step' ? findWordsProblem(node, known) : null;
    if (problem === null || node.kind !== 'step') continue;
    const reason = `${stepKind(node.type).label} step: ${problem}`;
    throw new ApiError('activation_refused', { reason }, { step_id: String(node.id) });
  }
}

/** The checks before activate and resume. A sender that was removed counts as not chosen. */
export async function requireReady(tx: Tx, campaign: store.CampaignRow, flow: Flow): Promise<void> {
  const accounts = await findAccounts(tx, listAccountIds(campaign));
  const present = (accountId: number | null) =>
    accounts.some(({ id, deleted_at }) => id === accountId && deleted_at === null) ? accountId : null;
  const disabled = disabledFeatures(orNotFound(await findOrganization(tx, tx.organization.id)));
  const switchedOff = findSwitchedOff(flow, disabled);
  const reason = findActivationProblem(flow, {
    email_account_id: present(campaign.email_account_id),
    linkedin_account_id: present(campaign.linkedin_account_id),
  });
  const tiers = await listTiers(tx, campaign.id);
  const tierProblem = tiers.map((tier) => findTierProblem(flow, tier)).find((one) => one !== null) ?? null;
  const unlinked = (await getSetting(tx, 'requires_link')) ? findUnlinkedSteps(flow)[0]?.text : null;
  const unset = findTrackingProblem(flow, campaign) ?? findSignatureProblem(flow, campaign);
  const problem = switchedOff ?? reason?.text ?? unset?.text ?? tierProblem ?? unlinked ?? null;
  if (problem !== null) throw new ApiError('activation_refused', { reason: problem });
}

/** Starts leads (all not yet started, or the named ones) at the first node, due after its delay. Returns how many. */
export async function startCampaignLeads(
  tx: Tx,
  id: number,
  flow: Flow,
  prospectIds: readonly number[] | null,
): Promise<number> {
  const first = firstNode(flow);
  if (first === undefined) return 0;
  const days = getWorkingDays(orNotFound(await store.findCampaign(tx, id)));
  const now = await loadNow(tx);
  const due_at = addDelay(now, delayInHours(first), days);
  const started = await startLeads(tx, {
    campaign_id: id,
    first_node_id: first.id,
    first_lane: firstLane(first.type),
    delay_in_hours: (due_at.getTime() - now.getTime()) / 3_600_000,
    prospect_ids: prospectIds,
  });
  if (started === 0) return 0;
  await stopStartedReplied(tx, id);
  await placeContinuedLeads(tx, id, { flow, first, days });
  await holdStartedLeads(tx, id);
  return started;
}

/** Leads that another tool wrote to continue after the steps that it sent, with the delay since its last message. */
async function placeContinuedLeads(
  tx: Tx,
  id: number,
  { flow, first, days }: { flow: Flow; first: FlowNode; days: WorkingDays | null },
): Promise<void> {
  const now = await loadNow(tx);
  for (const group of await listContinuedGroups(tx, id, first.id)) {
    const path: FlowNode[] = [];
    for (let node: FlowNode | undefined = first; node; node = childrenOf(flow, node.id)[0]) path.push(node);
    const last = path.findLastIndex((node) => group.skipped_nodes.includes(node.id));
    // In a draft whose steps were all replaced as many as the tool has sent are passed.
    const passed = last === -1 ? group.skipped_nodes.length : last + 1;
    const skipped_nodes = [...new Set([...group.skipped_nodes, ...path.slice(0, passed).map(({ id }) => id)])];
    await skipPassed(tx, id, first.id, group, skipped_nodes);
    const next = path[passed];
    // Without a next step the engine walks over the skipped ones to the end.
    if (next === undefined) continue;
    const due_at = addDelay(group.last_contacted_at ?? now, delayInHours(next), days);
    const delay_in_hours = Math.max(0, (due_at.getTime() - now.getTime()) / 3_600_000);
    await placeContinued(
      tx,
      id,
      first.id,
      { ...group, skipped_nodes },
      { node_id: next.id, lane: firstLane(next.type), delay_in_hours },
    );
  }
}

/** Sets a status and publishes it to browsers. The caller has locked the campaign and checked the transition. */
export async function moveCampaign(tx: Tx, id: number, status: CampaignStatus): Promise<void> {
  await store.updateStatus(tx, id, status);
  tx.live.publish('campaign_status', { campaign_id: id, status });
}

/** Pauses every campaign of the organization that runs. */
export async function pauseAllCampaigns(ctx: Pick<Context, 'transaction'>): Promise<void> {
  await ctx.transaction(async (tx) => {
    for (const id of await store.listRunning(tx)) {
      if ((await lockCampaignForChange(tx, id)) === 'ACTIVE') await moveCampaign(tx, id, 'PAUSED');
    }
  });
}

/**
 * Archives or restores campaigns: all of them, or none when one is refused. Restored campaigns are PAUSED; undoing an archive immediately
 * (`isUndo`) restores each status.
 */
export async function setCampaignsStatus(
  ctx: Context,
  ids: readonly number[],
  to: CampaignStatus,
  isUndo: boolean,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    // Always in id order: two bulk changes must not wait for each other.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const from = await lockCampaignForChange(tx, id);
      if (from === to) continue;
      if (!canSetCampaignStatus(from, to)) throw refusal(from, to);
      const before = isUndo ? await store.findStatusBeforeArchiving(tx, id, ARCHIVE_UNDO_IN_MINUTES) : null;
      await moveCampaign(tx, id, before ?? to);
      if (from === 'ARCHIVED' || to === 'ARCHIVED') await followArchiving(tx, id, to === 'ARCHIVED');
    }
  });
}
