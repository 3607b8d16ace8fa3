import type { Campaign, Condition, Step } from '@overture/contract/campaigns';
import { weakestTier } from '@overture/domain/accounts';
import { canEditFlow } from '@overture/domain/campaign/transitions';
import { defaultDelayInHours, delayInHours, listFormerFirstSteps, newDelayInHours } from '@overture/domain/flow/delays';
import { type Flow, type FlowNode, findNode, nodeAt, type Position, planDeletion } from '@overture/domain/flow/flow';
import { findLock } from '@overture/domain/flow/step-locks';
import { isStepType, type NodeType, nodeKind } from '@overture/domain/flow/step-types';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { requireVersion } from '../../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { queueFileDeletions } from '../../../kernel/uploads/file-deletions.ts';
import { disabledFeatures, findOrganization } from '../../organization/index.ts';
import { listAttachments } from '../flow/attachments.store.ts';
import {
  clampDelay,
  findStepLengthProblem,
  isPositionStale,
  MAX_NODES,
  mergeAddressWait,
  mergeContent,
  mergeLinkUrl,
  NO_LINK_TEXT,
  type PositionInput,
  parsePosition,
  type StepInput,
} from '../flow/flow.rules.ts';
import * as store from '../flow/flow.store.ts';
import { presentCondition, presentStep } from '../settings/campaigns.rules.ts';
import { loadCampaign } from '../settings/campaigns.service.ts';
import { findCampaign, lockCampaignRow } from '../settings/campaigns.store.ts';
import { listTiers } from '../settings/senders.service.ts';

type Tx = TransactionContext;

/** The flow of a draft, standing still until the end of the transaction. @throws not_found, campaign_locked */
async function openDraft(tx: Tx, campaignId: number): Promise<FlowNode[]> {
  const status = orNotFound(await lockCampaignRow(tx, campaignId));
  if (!canEditFlow(status)) throw new ApiError('campaign_locked');
  return store.listNodes(tx, campaignId);
}

/** Inserts a step or condition; the node at that position moves below it. */
export async function addStep(
  ctx: Context,
  campaignId: number,
  given: PositionInput & { step: NodeType },
): Promise<{ new_step: Step | Condition; campaign: Campaign }> {
  return ctx.transaction(async (tx) => {
    const flow = await openDraft(tx, campaignId);
    const position = parsePosition(flow, given);
    await requireAllowed(tx, campaignId, flow, position, given.step);
    if (isPositionStale(flow, position, given.child)) {
      throw new ApiError('conflict', { reason: 'This campaign has changed in the meantime. Please try again.' });
    }
    const id = await insertAt(tx, campaignId, flow, position, given.step);
    const after = await store.listNodes(tx, campaignId);
    const node = orNotFound(findNode(after, id));
    return {
      new_step: orNotFound(presentStep(after, node, []) ?? presentCondition(after, node)),
      campaign: await loadCampaign(tx, campaignId),
    };
  });
}

async function requireAllowed(
  tx: Tx,
  campaignId: number,
  flow: Flow,
  position: Position,
  type: NodeType,
): Promise<void> {
  const organization = orNotFound(await findOrganization(tx, tx.organization.id));
  if (disabledFeatures(organization).includes(nodeKind(type).flag)) throw new ApiError('feature_disabled');
  if (flow.length >= MAX_NODES) {
    throw new ApiError('step_locked', { reason: `A campaign can have at most ${MAX_NODES} steps and conditions.` });
  }
  const { tracks_clicks, tracks_opens } = orNotFound(await findCampaign(tx, campaignId));
  const linkedin_tier = weakestTier(await listTiers(tx, campaignId));
  const reason = findLock(flow, position, type, { linkedin_tier, tracks_clicks, tracks_opens });
  if (reason !== null) throw new ApiError('step_locked', { reason });
}

async function insertAt(tx: Tx, campaignId: number, flow: Flow, position: Position, type: NodeType): Promise<number> {
  const moved = nodeAt(flow, position);
  if (moved !== undefined) await store.liftNode(tx, moved.id);
  const kind = isStepType(type) ? 'step' : 'condition';
  const id = await store.insertNode(tx, {
    campaign_id: campaignId,
    kind,
    type,
    ...position,
    delay_in_hours: newDelayInHours(flow, type, position),
  });
  for (const step of listFormerFirstSteps(flow, type, position)) {
    const delay_in_hours = defaultDelayInHours(step.type);
    const { address_wait_in_days = null } = step;
    await store.updateDelay(tx, step.id, { delay_in_hours, address_wait_in_days, link_url: null });
  }
  if (moved !== undefined) {
    await store.placeNode(tx, moved.id, { parent_id: id, branch: kind === 'condition' ? 'yes' : null });
  }
  return id;
}

/** Saves unfinished texts too: an unknown variable only stops activation. @throws bad_request for a text that is too long */
export async function updateStep(
  ctx: Context,
  campaignId: number,
  stepId: number,
  { version, ...given }: StepInput & { version?: number | null | undefined },
): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    const step = orNotFound(findNode(await openDraft(tx, campaignId), stepId));
    if (step.kind !== 'step') throw new ApiError('not_found');
    await requireVersion(tx, { table: 'campaign_nodes', id: stepId }, version, async () => ({
      campaign: await loadCampaign(tx, campaignId),
    }));
    const content = mergeContent(step, given);
    const problem = findStepLengthProblem(step, content);
    if (problem !== null) throw new ApiError('bad_request', { reason: problem });
    const delay_in_hours = clampDelay(given.delay_in_hours ?? delayInHours(step), step.type);
    const address_wait_in_days = mergeAddressWait(step, given);
    await store.updateNode(tx, stepId, { ...content, delay_in_hours, address_wait_in_days });
    return loadCampaign(tx, campaignId);
  });
}

/** Changes how long a step or condition waits, and a step for an address. With `isCondition` it must be a condition. */
export async function setDelay(
  ctx: Context,
  campaignId: number,
  nodeId: number,
  given: Pick<StepInput, 'address_wait_in_days'> & {
    delay_in_hours: number;
    is_condition?: boolean | null | undefined;
    link_url?: string | null | undefined;
  },
): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    const node = orNotFound(findNode(await openDraft(tx, campaignId), nodeId));
    if (given.is_condition === true && node.kind !== 'condition') throw new ApiError('not_found');
    const address_wait_in_days = mergeAddressWait(node, given);
    const delay_in_hours = clampDelay(given.delay_in_hours, node.type);
    const link_url = mergeLinkUrl(node, given.link_url ?? undefined);
    if (link_url === undefined) throw new ApiError('bad_request', { reason: NO_LINK_TEXT });
    await store.updateDelay(tx, nodeId, { delay_in_hours, address_wait_in_days, link_url });
    return loadCampaign(tx, campaignId);
  });
}

/** Deletes a node as `planDeletion` decides. Files that no attachment uses any longer are deleted too. */
export async function deleteStep(
  ctx: Context,
  campaignId: number,
  nodeId: number,
  given: { step_type?: string | undefined },
): Promise<Campaign> {
  return ctx.transaction(async (tx) => {
    const flow = await openDraft(tx, campaignId);
    const node = orNotFound(findNode(flow, nodeId));
    if (given.step_type && given.step_type !== node.type) throw new ApiError('not_found');
    const { removed_ids, moved_up_id } = planDeletion(flow, nodeId);
    const files = (await listAttachments(tx, campaignId)).filter((file) => removed_ids.includes(file.node_id));
    if (moved_up_id !== null) await store.liftNode(tx, moved_up_id);
    await store.deleteNodes(tx, removed_ids);
    if (moved_up_id !== null) await store.placeNode(tx, moved_up_id, node);
    await queueFileDeletions(
      tx,
      files.map((file) => file.file_key),
    );
    return loadCampaign(tx, campaignId);
  });
}
