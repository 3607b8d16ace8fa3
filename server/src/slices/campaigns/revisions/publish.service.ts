import type { Campaign } from '@overture/contract/campaigns';
import type { PublishedRevision, RevisionImpact } from '@overture/contract/revisions';
import { addressWaitInDays } from '@overture/domain/flow/address-wait';
import { findFlowChanges, hasMoved, planLeadRoutes, type RevisionNode } from '@overture/domain/flow/flow-changes';
import { loadNow } from '../../../kernel/clock.ts';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { requirePlan } from '../../plans/index.ts';
import { lockLeads, releaseLinkWaits, skipDeletedSteps } from '../run/index.ts';
import { loadCampaign } from '../settings/campaigns.service.ts';
import { acquireCampaignMutex, agreeToLookups, type CampaignRow, findCampaign } from '../settings/campaigns.store.ts';
import { moveCampaign, requireReady } from '../start/activation.service.ts';
import {
  countImpact,
  type FlowStep,
  listProblems,
  listReopenings,
  loadFlowStep,
  openRouting,
} from './impact.service.ts';
import { reopenFinished, routeLeads } from './lead-routes.store.ts';
import {
  claimUnswept,
  listStranded,
  listUnswept,
  moveAddressWaits,
  SWEEPING_LOOP,
  type UnsweptRevision,
  writeFiles,
  writeFlow,
} from './publish.store.ts';
import { refused, type TypedChange, typeChanges } from './revision-nodes.service.ts';
import * as store from './revisions.store.ts';
import { closeCopy, requireLive, requireSeen } from './working-copy.service.ts';

type Tx = TransactionContext;
type SeenChange = Pick<RevisionImpact['changes'][number], 'kind' | 'node_id' | 'not_there_yet' | 'waiting' | 'past'>;

export interface PublishInput {
  version: number;
  moves_waiting?: boolean | null | undefined;
  reopens?: boolean | null | undefined;
  lookup_credits?: number | null | undefined;
  seen?: SeenChange[] | null | undefined;
}

/**
 * Publishes the working copy. When two users publish at the same time, the second gets an error and loses nothing. A completed campaign continues if
 * leads come back for new steps.
 * @throws not_found, revision_refused, changed_meanwhile, impact_moved with the current counts, activation_refused, subscription_required
 */
export async function publishCopy(
  ctx: Context,
  campaignId: number,
  given: PublishInput,
): Promise<{ campaign: Campaign; number: number }> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    await requireLive(tx, campaignId);
    await requireSeen(tx, campaignId, given.version);
    const number = await publishSeen(tx, campaignId, given);
    return { campaign: await loadCampaign(tx, campaignId), number };
  });
}

/** Publishes the working copy of a campaign whose mutex is held, without comparing its version. Returns the revision's number. */
export async function publishSeen(tx: Tx, campaignId: number, given: Omit<PublishInput, 'version'>): Promise<number> {
  const campaign = await requireLive(tx, campaignId);
  const step = await loadFlowStep(tx, campaignId, null);
  if (given.seen) await requireUnmoved(tx, campaign, step, given.seen);
  await agreeToLookups(tx, campaignId, given.lookup_credits);
  const number = await publish(tx, campaign, step, { moves_waiting: given.moves_waiting ?? true, restored: null });
  const reopened = given.reopens ? await reopen(tx, campaign, step) : 0;
  if (campaign.status === 'COMPLETED' && reopened > 0) {
    await requirePlan(tx);
    await moveCampaign(tx, campaignId, 'ACTIVE');
  }
  return number;
}

/** Runs all checks of publishing without writing. @throws revision_refused, impact_moved, activation_refused */
export async function requirePublishable(tx: Tx, campaign: CampaignRow, seen: readonly SeenChange[]): Promise<void> {
  const step = await loadFlowStep(tx, campaign.id, null);
  await requireUnmoved(tx, campaign, step, seen);
  await requireChanges(tx, campaign, step);
}

/**
 * Undo: publishes the flow of an earlier revision again. Sent messages stay sent.
 * @throws not_found, conflict when another revision is running by now or a working copy exists, revision_refused, activation_refused
 */
export async function restoreRevision(
  ctx: Context,
  campaignId: number,
  given: { number: number; running: number; moves_waiting?: boolean | null | undefined },
): Promise<{ campaign: Campaign; number: number }> {
  return ctx.transaction(async (tx) => {
    await acquireCampaignMutex(tx, campaignId);
    const campaign = await requireLive(tx, campaignId);
    if ((await store.findRunningNumber(tx, campaignId)) !== given.running)
      throw new ApiError('conflict', { reason: 'Another revision was published in the meantime. Review it first.' });
    if ((await store.findWorkingCopy(tx, campaignId)).flow !== null)
      throw new ApiError('conflict', {
        reason: 'This campaign is being edited. Publish or discard those changes first.',
      });
    await store.openWorkingCopy(tx, campaignId);
    const step = await loadFlowStep(tx, campaignId, given.number);
    const number = await publish(tx, campaign, step, {
      moves_waiting: given.moves_waiting ?? true,
      restored: given.number,
    });
    return { campaign: await loadCampaign(tx, campaignId), number };
  });
}

/** Published revisions, newest first; empty before the first one. @throws not_found */
export async function listPublished(ctx: Context, campaignId: number): Promise<PublishedRevision[]> {
  return ctx.transaction(async (tx) => {
    orNotFound(await store.findRunningNumber(tx, campaignId));
    const rows = await store.listRevisions(tx, campaignId);
    return rows.map(({ published_at, changes, ...row }) => ({
      ...row,
      published_at: published_at.toISOString(),
      changes: changes.map(({ kind, type }) => ({ kind, type })),
    }));
  });
}

async function requireUnmoved(
  tx: Tx,
  campaign: CampaignRow,
  step: FlowStep,
  seen: readonly SeenChange[],
): Promise<void> {
  const now = await countImpact(tx, campaign, step);
  const isAsSeen = now.changes.every((change) => {
    const shown = seen.find(({ kind, node_id }) => kind === change.kind && node_id === change.node_id);
    return shown && COUNTS.every((count) => !hasMoved(shown[count], change[count]));
  });
  if (!isAsSeen) throw new ApiError('impact_moved');
}

const COUNTS = ['not_there_yet', 'waiting', 'past'] as const;

/**
 * The only way to change a running flow. Moves the leads first and wakes the campaign's queue last: the tick keeps planning and skips the
 * leads this transaction has locked. Readers see either the old or the new flow, never a mix.
 */
async function publish(
  tx: Tx,
  campaign: CampaignRow,
  step: FlowStep,
  { moves_waiting, restored }: { moves_waiting: boolean; restored: number | null },
): Promise<number> {
  const { id } = campaign;
  const { before, after } = step;
  const changes = await requireChanges(tx, campaign, step);
  const number = orNotFound(await store.findRunningNumber(tx, id)) + 1;
  await store.insertFirstRevision(tx, id, before);
  await routeLeads(tx, await openRouting(tx, campaign, step, moves_waiting));
  await requireNoConditionPending(tx, id, changes);
  const routes = new Map(planLeadRoutes(before, after).map((route) => [route.from_node_id, route.to_node_id]));
  const deleted = changes.filter(({ kind }) => kind === 'deleted').map(({ node_id }) => node_id);
  await writeFlow(tx, id, after, new Map(deleted.map((nodeId) => [nodeId, routes.get(nodeId) ?? null])));
  await writeFiles(tx, id, after);
  await moveAddressWaits(tx, id, listWaits(changes, after));
  await store.insertRevision(tx, id, { number, flow: after, changes, restored_number: restored, moves_waiting });
  await closeCopy(tx, id);
  await releaseLinkWaits(tx, id);
  await wakeCampaigns(tx, [id]);
  await store.setRunningNumber(tx, id, number);
  tx.live.publish('campaign_status', { campaign_id: id, status: campaign.status });
  return number;
}

/** Steps that are held for an address for another time, and how long that is. */
function listWaits(changes: readonly TypedChange[], after: readonly RevisionNode[]) {
  const changed = new Set(changes.flatMap(({ kind, node_id }) => (kind === 'address_wait' ? [node_id] : [])));
  return after.filter(({ id }) => changed.has(id)).map((node) => ({ node_id: node.id, days: addressWaitInDays(node) }));
}

/** The changes of a flow that may be published. @throws revision_refused, activation_refused */
async function requireChanges(tx: Tx, campaign: CampaignRow, step: FlowStep): Promise<TypedChange[]> {
  const { before, after } = step;
  const changes = typeChanges(findFlowChanges(before, after), before, after);
  if (changes.length === 0) throw refused('Nothing was changed.');
  const [problem] = await listProblems(tx, campaign.id, step);
  if (problem !== undefined) throw refused(problem.text);
  await requireReady(tx, campaign, after);
  return changes;
}

/** Ends without action by the user. */
export const ASKED_NOW = 'Leads are at this condition right now. Publish again in a minute.';

/**
 * A condition that is being evaluated would get its answer from the new question: publishing waits the few seconds. Called with the other
 * leads locked.
 * @throws revision_refused
 */
async function requireNoConditionPending(tx: Tx, id: number, changes: readonly TypedChange[]): Promise<void> {
  const changed = changes.filter(({ kind }) => kind === 'condition').map(({ node_id }) => node_id);
  if (changed.length > 0 && (await store.isAnyInFlight(tx, id, changed))) throw refused(ASKED_NOW);
}

/** Continues finished leads for steps that were added at their end. The campaign is awake already. Returns how many. */
async function reopen(tx: Tx, campaign: CampaignRow, step: FlowStep): Promise<number> {
  let reopened = 0;
  for (const end of listReopenings(tx, campaign, step)) reopened += await reopenFinished(tx, campaign.id, end);
  return reopened;
}

/** Transactions that moved leads by the old flow have committed by then: the longest takes a fraction of it. */
const SWEEP_AFTER_IN_SECONDS = 3;
const SWEPT_A_LOOK = 20;
const STRANDED_A_LOOK = 2000;
/** Only leads whose last step ended around the time of the revision can have been moved by the old flow. */
const MISSED_WITHIN_IN_MS = 5 * 60_000;

/**
 * Corrects leads whose step ended while a revision was published and that were moved by the old flow. An idle round reads the first row of
 * one index.
 */
export async function sweepRevisions(ctx: SystemContext): Promise<void> {
  const revisions = await ctx.systemTransaction((tx) => listUnswept(tx, SWEEP_AFTER_IN_SECONDS, SWEPT_A_LOOK));
  await runUnits(ctx, {
    loop: SWEEPING_LOOP,
    units: revisions.map((revision) => ({ ...revision, key: `${revision.campaign_id} ${revision.number}` })),
    share: SWEPT_A_LOOK,
    at_once: 2,
    time_box_in_ms: 60_000,
    run: (revision) => ctx.forOrganization(revision.organization_id).transaction((tx) => sweep(tx, revision)),
  });
}

async function sweep(tx: Tx, unswept: UnsweptRevision): Promise<void> {
  const { campaign_id, number } = unswept;
  await acquireCampaignMutex(tx, campaign_id);
  const revision = await claimUnswept(tx, unswept);
  const campaign = await findCampaign(tx, campaign_id);
  if (!revision || !campaign) return;
  const stranded = await lockLeads(tx, await listStranded(tx, campaign_id, STRANDED_A_LOOK));
  await skipDeletedSteps({ ...tx, forOrganization: () => tx }, stranded, await loadNow(tx));
  if ((await store.findRunningNumber(tx, campaign_id)) !== number) return;
  const routing = await openRouting(tx, campaign, revision, revision.moves_waiting);
  const done_since = new Date(revision.published_at.getTime() - MISSED_WITHIN_IN_MS);
  if ((await routeLeads(tx, { ...routing, done_since })) > 0) await wakeCampaigns(tx, [campaign_id]);
}
