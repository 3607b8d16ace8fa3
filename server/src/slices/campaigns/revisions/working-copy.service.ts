import { createReadStream } from 'node:fs';
import type { RevisionCopy, RevisionNodeInput } from '@overture/contract/revisions';
import { weakestTier } from '@overture/domain/accounts';
import { canEditLive } from '@overture/domain/campaign/live-edits';
import type { RevisionNode } from '@overture/domain/flow/flow-changes';
import { findNodeLock } from '@overture/domain/flow/step-locks';
import { isStepType, nodeKind, stepKind } from '@overture/domain/flow/step-types';
import { ATTACHMENTS } from '@overture/domain/limits';
import { findAttachmentProblem } from '@overture/domain/message/attachments';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { requireVersion } from '../../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { describeAttachment } from '../../../kernel/http/upload.ts';
import type { UploadedFile } from '../../../kernel/slice.ts';
import { queueFileDeletions } from '../../../kernel/uploads/file-deletions.ts';
import { findAccounts } from '../../accounts/index.ts';
import { listCarriedLabels } from '../../labels/index.ts';
import { disabledFeatures, findOrganization } from '../../organization/index.ts';
import { type DraftInput, requireMessageStep, writeDraft } from '../editor/draft.service.ts';
import { listAttachments } from '../flow/attachments.store.ts';
import { listNodes } from '../flow/flow.store.ts';
import { listAccountIds, presentCampaign } from '../settings/campaigns.rules.ts';
import { acquireCampaignMutex, type CampaignRow, findCampaign } from '../settings/campaigns.store.ts';
import { listDone } from '../settings/figures.store.ts';
import { listTiers } from '../settings/senders.service.ts';
import { MISSED_REASONS } from './missed-publishing.rules.ts';
import { mailMissed } from './missed-publishing.service.ts';
import { flowOfRunning, parseNode, refused, requireTree, restoreUnnamed } from './revision-nodes.service.ts';
import * as store from './revisions.store.ts';
import { findWorkingCopy } from './revisions.store.ts';

/**
 * A draft of a message of the working copy; without one, of the flow that runs. Stores nothing.
 * @throws not_found, revision_refused, bad_request for a step without a message, draft_failed, not_configured, rate_limited
 */
export async function draftCopyMessage(
  ctx: Context,
  campaignId: number,
  stepId: number,
  input: DraftInput,
): Promise<{ subject_line: string; message: string }> {
  const step = await ctx.transaction(async (tx) => {
    await requireLive(tx, campaignId);
    const { flow } = await findWorkingCopy(tx, campaignId);
    const nodes = flow ?? (await loadRunningFlow(tx, campaignId));
    return requireMessageStep(nodes.find(({ id }) => id === stepId));
  });
  return writeDraft(ctx, step, input);
}

type Tx = TransactionContext;

const NOT_LIVE = 'Only a campaign that was started and is not archived is edited in a working copy.';

/** The working copy as it is edited; where there is none, the flow that runs. @throws not_found, revision_refused */
export async function getWorkingCopy(ctx: Context, campaignId: number): Promise<RevisionCopy> {
  return ctx.transaction(async (tx) => {
    await requireLive(tx, campaignId);
    return presentCopy(tx, campaignId);
  });
}

/**
 * Saves the working copy's whole flow. New nodes get their permanent ids here.
 * @throws not_found, revision_refused, step_locked, feature_disabled, changed_meanwhile
 */
export async function saveCopy(
  ctx: Context,
  campaignId: number,
  given: { version: number; nodes: RevisionNodeInput[] },
): Promise<RevisionCopy> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    const campaign = await requireLive(tx, campaignId);
    await requireSeen(tx, campaignId, given.version);
    const edited = (await store.findWorkingCopy(tx, campaignId)).flow ?? (await listNodes(tx, campaignId));
    const nodes = restoreUnnamed(given.nodes.map(parseNode), given.nodes, edited);
    const known = await requireKnown(tx, campaignId, nodes);
    const flow = requireTree(await nameNewNodes(tx, campaignId, nodes));
    await requireFiles(tx, campaignId, flow);
    const fresh = flow.filter(
      ({ id, type }) => !known.some((node) => node.id === id && node.is_live && node.type === type),
    );
    await requireAllowed(tx, campaign, flow, fresh);
    const time = await store.saveWorkingCopy(tx, campaignId, flow, MISSED_REASONS.edited);
    if (time) await mailMissed(tx, campaignId, { time, cause: 'edited', reason: MISSED_REASONS.edited });
    return presentCopy(tx, campaignId);
  });
}

/** Throws the working copy away, with the files and nodes that only it knew. @throws changed_meanwhile */
export async function discardCopy(ctx: Context, campaignId: number, version: number): Promise<RevisionCopy> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    await requireLive(tx, campaignId);
    await requireSeen(tx, campaignId, version);
    const time = await closeCopy(tx, campaignId);
    if (time)
      await mailMissed(tx, campaignId, { time, cause: 'discarded', reason: 'A colleague discarded the changes.' });
    return presentCopy(tx, campaignId);
  });
}

/** Closes the working copy and deletes its new nodes and files. Returns the time at which it would have been published. */
export async function closeCopy(tx: Tx, campaignId: number): Promise<store.MissedTime | undefined> {
  const time = await store.saveWorkingCopy(tx, campaignId, null);
  await queueFileDeletions(tx, await store.forgetPending(tx, campaignId, { node_ids: [], file_ids: [] }));
  return time;
}

/** A campaign that was started, standing still for other people's changes. @throws not_found, revision_refused */
export async function requireLive(tx: Tx, campaignId: number): Promise<CampaignRow> {
  const campaign = orNotFound(await findCampaign(tx, campaignId));
  if (!canEditLive(campaign.status)) throw refused(NOT_LIVE);
  return campaign;
}

/** Requires the newest version, and locks the working copy. @throws changed_meanwhile */
export async function requireSeen(tx: Tx, campaignId: number, version: number): Promise<void> {
  await store.openWorkingCopy(tx, campaignId);
  const row = { table: 'campaign_working_copies', id: campaignId, key: 'campaign_id' } as const;
  await requireVersion(tx, row, version, async () => ({ revision: await presentCopy(tx, campaignId) }));
}

/** Ids below zero are new; all others are nodes of this campaign, deleted ones too. */
async function requireKnown(tx: Tx, campaignId: number, nodes: readonly RevisionNode[]): Promise<store.KnownNode[]> {
  const ids = nodes.filter(({ id }) => id > 0).map(({ id }) => id);
  const known = await store.listKnownNodes(tx, campaignId, ids);
  if (known.length < new Set(ids).size || new Set(nodes.map(({ id }) => id)).size < nodes.length)
    throw new ApiError('not_found');
  return known;
}

async function nameNewNodes(tx: Tx, campaignId: number, nodes: readonly RevisionNode[]): Promise<RevisionNode[]> {
  const names = new Map<number, number>();
  for (const node of nodes) {
    if (node.id <= 0) names.set(node.id, await store.insertPendingNode(tx, campaignId, node));
  }
  const nameOf = (id: number) => names.get(id) ?? id;
  return nodes.map((node) => ({
    ...node,
    id: nameOf(node.id),
    parent_id: node.parent_id === null ? null : nameOf(node.parent_id),
  }));
}

/** Each step carries its own files, and no more than fit. */
async function requireFiles(tx: Tx, campaignId: number, flow: readonly RevisionNode[]): Promise<void> {
  const files = await store.listAllFiles(tx, campaignId);
  for (const node of flow) {
    const own = files.filter(({ id, node_id }) => node_id === node.id && node.attachment_ids?.includes(id));
    if (own.length < (node.attachment_ids?.length ?? 0)) throw new ApiError('not_found');
    if (own.reduce((sum, { size }) => sum + size, 0) > ATTACHMENTS.max_total_in_bytes)
      throw refused(ATTACHMENTS.too_large_text);
  }
}

/** New nodes must meet the rules for adding a step to a draft. */
async function requireAllowed(
  tx: Tx,
  campaign: CampaignRow,
  flow: readonly RevisionNode[],
  fresh: readonly RevisionNode[],
): Promise<void> {
  if (fresh.length === 0) return;
  const disabled = disabledFeatures(orNotFound(await findOrganization(tx, tx.organization.id)));
  if (fresh.some(({ type }) => disabled.includes(nodeKind(type).flag))) throw new ApiError('feature_disabled');
  const linkedin_tier = weakestTier(await listTiers(tx, campaign.id));
  const { tracks_clicks, tracks_opens } = campaign;
  for (const node of fresh) {
    const reason = findNodeLock(flow, node, { linkedin_tier, tracks_clicks, tracks_opens });
    if (reason !== null) throw new ApiError('step_locked', { reason });
  }
}

/** The flow that runs, as a revision keeps it. */
export async function loadRunningFlow(tx: Tx, campaignId: number): Promise<RevisionNode[]> {
  return flowOfRunning(await listNodes(tx, campaignId), await listAttachments(tx, campaignId));
}

/** The working copy, or the running flow, for display. */
export async function presentCopy(tx: Tx, campaignId: number): Promise<RevisionCopy> {
  const row = orNotFound(await findCampaign(tx, campaignId));
  const copy = await store.findWorkingCopy(tx, campaignId);
  const flow = copy.flow ?? (await loadRunningFlow(tx, campaignId));
  const files = await store.listAllFiles(tx, campaignId);
  const attached = new Set(flow.flatMap(({ attachment_ids = [] }) => attachment_ids));
  return {
    number: orNotFound(await store.findRunningNumber(tx, campaignId)),
    is_open: copy.flow !== null,
    version: copy.edit_version,
    edited_at: copy.flow === null ? null : (copy.edited_at?.toISOString() ?? null),
    edited_by: copy.flow === null ? null : copy.edited_by,
    timed: presentTime(copy),
    not_published:
      copy.publish_refusal === null || copy.publish_missed_at === null
        ? null
        : { at: copy.publish_missed_at.toISOString(), reason: copy.publish_refusal },
    campaign: presentCampaign({
      row,
      accounts: await findAccounts(tx, listAccountIds(row)),
      flow,
      attachments: files.filter(({ id }) => attached.has(id)),
      labels: (await listCarriedLabels(tx, 'labels', [campaignId])).get(campaignId) ?? [],
      done: (await listDone(tx, [campaignId])).get(campaignId) ?? [],
    }),
  };
}

function presentTime({ publish_at, publish_choice, publish_by }: store.WorkingCopy): RevisionCopy['timed'] {
  if (publish_at === null || publish_choice === null) return null;
  const { moves_waiting, reopens } = publish_choice;
  return { at: publish_at.toISOString(), by: publish_by, moves_waiting, reopens };
}

/**
 * Stores an uploaded file for a step of the working copy. Its type is detected from its first bytes. Mails carry it once the step was saved
 * with it and published.
 * @throws not_found, revision_refused, attachment_type, attachment_size
 */
export async function addFile(
  ctx: Context,
  campaignId: number,
  stepId: number,
  file: UploadedFile | null,
): Promise<{ id: number; name: string; type: string; size: number }> {
  if (file === null) throw new ApiError('validation_failed', {}, { file: 'Choose a file.' });
  const described = await describeAttachment(file);
  const problem = findAttachmentProblem(described, 0);
  if (problem !== null)
    throw new ApiError(problem === ATTACHMENTS.too_large_text ? 'attachment_size' : 'attachment_type');
  await ctx.transaction((tx) => requireStepTakesFiles(tx, campaignId, stepId));
  const stored = await ctx.ports.files.saveFile(
    'attachments',
    createReadStream(file.path),
    ATTACHMENTS.max_total_in_bytes,
  );
  try {
    return await ctx.transaction(async (tx) => {
      await requireStepTakesFiles(tx, campaignId, stepId);
      const row = { campaign_id: campaignId, node_id: stepId, ...described, file_key: stored.key };
      const { name, type, size } = row;
      return { id: await store.insertKeptFile(tx, row), name, type, size };
    });
  } catch (error) {
    await ctx.ports.files.deleteFile(stored.key);
    throw error;
  }
}

async function requireStepTakesFiles(tx: Tx, campaignId: number, stepId: number): Promise<void> {
  await requireLive(tx, campaignId);
  const [node] = await store.listKnownNodes(tx, campaignId, [stepId]);
  if (!node || !isStepType(node.type) || !stepKind(node.type).takes_attachments) throw new ApiError('not_found');
  const files = (await store.listAllFiles(tx, campaignId)).filter((file) => file.node_id === stepId);
  if (files.length >= MOST_FILES_KEPT)
    throw refused('Too many files were added to this step. Publish or discard first.');
}

/** Files of one step over all its revisions: a bound against abuse. */
const MOST_FILES_KEPT = 200;
