import type { RevisionImpact } from '@overture/contract/revisions';
import { firstLane } from '@overture/domain/campaign/lead-plan';
import { type FlowProblem, findFlowProblem } from '@overture/domain/flow/activation-checks';
import { delayInHours } from '@overture/domain/flow/delays';
import { ancestorsOf, descendantsOf, findNode, nodeAt, walkFlow } from '@overture/domain/flow/flow';
import {
  findFlowChanges,
  findFlowRefusals,
  type LeadRoute,
  planLeadRoutes,
  type RevisionNode,
} from '@overture/domain/flow/flow-changes';
import { isWait, type NodeType, nodeKind } from '@overture/domain/flow/step-types';
import { REVISION_LIMITS } from '@overture/domain/limits';
import type { KnownKeys } from '@overture/domain/message/resolve';
import { addDelay, getWorkingDays, type WorkingDays } from '@overture/domain/sending/working-days';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { findWordsProblem } from '../flow/flow.rules.ts';
import { listKnownKeys } from '../flow/known-keys.service.ts';
import { listLookupCosts } from '../lookups/enrichment-costs.service.ts';
import type { CampaignRow } from '../settings/campaigns.store.ts';
import * as store from './impact.store.ts';
import {
  type BucketShift,
  bucketStart,
  countFinished,
  listBuckets,
  type NewEnd,
  previewRoutes,
  type RouteRow,
  type Routing,
} from './lead-routes.store.ts';
import { describeRefusal, refused, type TypedChange, typeChanges } from './revision-nodes.service.ts';
import { findRevision, findWorkingCopy } from './revisions.store.ts';
import { loadRunningFlow, requireLive } from './working-copy.service.ts';

type Tx = TransactionContext;

/** From one flow to the next. */
export interface FlowStep {
  before: RevisionNode[];
  after: RevisionNode[];
}

/** Whom publishing would touch. Writes nothing. @throws not_found, revision_refused where there is nothing to publish */
export async function previewImpact(ctx: Context, campaignId: number, number: number | null): Promise<RevisionImpact> {
  return ctx.transaction(async (tx) => {
    const campaign = await requireLive(tx, campaignId);
    const step = await loadFlowStep(tx, campaignId, number);
    const impact = await countImpact(tx, campaign, step);
    const routing = await openRouting(tx, campaign, step, true);
    const lookups = await listLookupCosts(tx, step.after, { campaign_id: campaignId });
    return {
      ...impact,
      ...(await presentRoutes(tx, routing)),
      lookups,
      ...presentProblems(await listProblems(tx, campaignId, step)),
    };
  });
}

function presentProblems(found: readonly FlowProblem[]): Pick<RevisionImpact, 'problems' | 'problem_steps'> {
  const problem_steps = found.flatMap(({ text: problem, node_id }) => (node_id === null ? [] : [{ problem, node_id }]));
  return { problems: found.map(({ text }) => text), problem_steps };
}

/** The flow that runs and the one that would: the working copy, or that of an earlier revision. @throws revision_refused, not_found */
export async function loadFlowStep(tx: Tx, campaignId: number, number: number | null): Promise<FlowStep> {
  const before = await loadRunningFlow(tx, campaignId);
  if (number !== null) return { before, after: orNotFound(await findRevision(tx, campaignId, number)) };
  const { flow } = await findWorkingCopy(tx, campaignId);
  if (flow === null) throw refused('There are no changes to publish.');
  return { before, after: flow };
}

async function presentRoutes(tx: Tx, routing: Routing): Promise<Pick<RevisionImpact, 'moving' | 'examples'>> {
  const { moving, examples } = await previewRoutes(tx, routing);
  return {
    moving,
    examples: examples.map(({ from, to, ...lead }) => ({
      ...lead,
      from: from.toISOString(),
      to: to.toISOString(),
    })),
  };
}

/** Counts of each change, by the leads' positions in the new flow. */
export async function countImpact(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id'>,
  step: FlowStep,
): Promise<Pick<RevisionImpact, 'changes' | 'rewritten'>> {
  const { before, after } = step;
  const changes = typeChanges(findFlowChanges(before, after), before, after);
  const ids = [...new Set(changes.map(({ node_id }) => node_id))];
  const positions = await store.listPositions(tx, campaign.id);
  const claimed = await store.countClaimed(tx, campaign.id);
  const past = await store.countPast(tx, campaign.id, ids);
  const rewritten = await store.listRewritten(tx, campaign.id, ids);
  const placed = placeLeads(step, positions);
  const ends = new Map(listNewEnds(step).map((end) => [end.to.id, end]));
  const counted: RevisionImpact['changes'] = [];
  for (const change of changes) {
    const own = rewritten.find(({ node_id }) => node_id === change.node_id)?.leads ?? 0;
    const known = { past, claimed: claimed.get(change.node_id) ?? 0, rewritten: own };
    const end = ends.get(change.node_id);
    const through = end ? await countFinished(tx, campaign.id, end) : { finished: 0, reopenable: 0 };
    counted.push({ ...countChange(step, placed, change, known), ...through });
  }
  const named = rewritten.flatMap(({ node_id, first }) => first.map((lead) => ({ ...lead, node_id })));
  return { changes: counted, rewritten: named.slice(0, REVISION_LIMITS.named_leads) };
}

interface PlacedLeads {
  /** Leads by node, in the old and in the new flow. */
  before: Map<number, number>;
  after: Map<number, number>;
  not_started: number;
}

const MOVING = ['SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED'];

function placeLeads({ before, after }: FlowStep, positions: readonly store.PositionCount[]): PlacedLeads {
  const routes = new Map(planLeadRoutes(before, after).map((route) => [route.from_node_id, route.to_node_id]));
  const placed: PlacedLeads = { before: new Map(), after: new Map(), not_started: 0 };
  for (const { node_id, status, leads } of positions) {
    if (status === 'NOT_STARTED') placed.not_started += leads;
    if (node_id === null || !MOVING.includes(status)) continue;
    add(placed.before, node_id, leads);
    const to = routes.has(node_id) ? routes.get(node_id) : node_id;
    if (to != null) add(placed.after, to, leads);
  }
  return placed;
}

function add(counts: Map<number, number>, id: number, amount: number): void {
  counts.set(id, (counts.get(id) ?? 0) + amount);
}

interface KnownOfChange {
  past: ReadonlyMap<number, number>;
  claimed: number;
  rewritten: number;
}

function countChange(
  { before, after }: FlowStep,
  placed: PlacedLeads,
  change: TypedChange,
  known: KnownOfChange,
): Omit<RevisionImpact['changes'][number], 'finished' | 'reopenable'> {
  const { kind, node_id, type, from_hours = null, to_hours = null } = change;
  const isDeleted = kind === 'deleted';
  const [flow, at] = isDeleted ? [before, placed.before] : [after, placed.after];
  const sum = (ids: readonly number[]) => ids.reduce((total, id) => total + (at.get(id) ?? 0), 0);
  const above = ancestorsOf(flow, findNode(flow, node_id)?.parent_id ?? null).map(({ id }) => id);
  const isNew = findNode(before, node_id) === undefined;
  const below = descendantsOf(flow, node_id).map(({ id }) => id);
  return {
    kind,
    node_id,
    type,
    from_hours,
    to_hours,
    not_there_yet: placed.not_started + sum(above),
    waiting: Math.max(0, sum([node_id]) - known.claimed),
    past: isNew ? sum(below) : (known.past.get(node_id) ?? 0),
    claimed: known.claimed,
    rewritten: known.rewritten,
  };
}

/** New steps at positions where the flow ended for leads so far. */
function listNewEnds({ before, after }: FlowStep) {
  return after.flatMap((to) => {
    const isNew = to.parent_id !== null && !findNode(before, to.id) && findNode(before, to.parent_id) !== undefined;
    const wasEnd = isNew && nodeAt(before, to) === undefined;
    return wasEnd && to.parent_id !== null ? [{ parent_id: to.parent_id, branch: to.branch, to }] : [];
  });
}

/** Ends at which finished leads can come back, with the node they continue at and when. */
export function listReopenings({ clock }: Pick<Tx, 'clock'>, campaign: CampaignRow, step: FlowStep): NewEnd[] {
  const now = clock.now();
  const days = getWorkingDays(campaign);
  return listNewEnds(step).map(({ parent_id, branch, to }) => ({
    parent_id,
    branch,
    to_node_id: to.id,
    lane: firstLane(to.type),
    due_at: addDelay(now, delayInHours(to), isWait(to.type) ? null : days),
  }));
}

/**
 * Where waiting leads move, with delays counted in the campaign's working days. Without `movesWaiting` only leads whose node is gone move.
 */
export async function openRouting(
  tx: Pick<TransactionContext, 'db'>,
  campaign: Parameters<typeof getWorkingDays>[0] & { id: number },
  { before, after }: FlowStep,
  movesWaiting: boolean,
): Promise<Routing> {
  const routes = planLeadRoutes(before, after)
    .filter(({ is_forced }) => is_forced || movesWaiting)
    .map((route) => toRouteRow(route, after));
  const routing = { campaign_id: campaign.id, routes };
  const days = getWorkingDays(campaign);
  const needsDays = days !== null && routes.some(({ is_wait, to_node_id }) => !is_wait && to_node_id !== null);
  if (!needsDays) return { ...routing, shifts: [] };
  const buckets = await listBuckets(tx, routing);
  return { ...routing, shifts: routes.flatMap((route) => listShifts(route, buckets, days)) };
}

function toRouteRow({ from_node_id, to_node_id, is_forced }: LeadRoute, after: readonly RevisionNode[]): RouteRow {
  const to = findNode(after, to_node_id);
  return {
    from_node_id,
    to_node_id,
    is_forced,
    lane: to ? firstLane(to.type) : null,
    seconds: to ? delayInHours(to) * 3600 : 0,
    is_wait: to ? isWait(to.type) : false,
    event: to ? eventOf(to.type) : null,
    link_url: to?.kind === 'condition' ? (to.link_url ?? null) : null,
    is_kept: findNode(after, from_node_id) !== undefined,
  };
}

/** What the condition waits for; null for what leads never wait for. */
function eventOf(type: NodeType): RouteRow['event'] {
  if (type === 'CLICKED') return 'click';
  return type === 'OPENED' ? 'open' : isWait(type) ? 'invite' : null;
}

function listShifts({ to_node_id, is_wait, seconds }: RouteRow, buckets: readonly number[], days: WorkingDays) {
  if (to_node_id === null || is_wait) return [];
  return buckets.map((bucket): BucketShift => {
    const start = bucketStart(bucket);
    const due = addDelay(start, seconds / 3600, days);
    return { to_node_id, bucket, seconds: (due.getTime() - start.getTime()) / 1000 };
  });
}

/** Why a flow cannot be published, each once, with the step to open where one is at fault. */
export async function listProblems(tx: Tx, campaignId: number, { before, after }: FlowStep): Promise<FlowProblem[]> {
  const refusals = findFlowRefusals(before, after);
  const reached = await store.listReached(
    tx,
    campaignId,
    refusals.map(({ node_id }) => node_id),
  );
  const fixed = refusals.filter(({ node_id }) => reached.has(node_id));
  const refused = fixed.map(({ kind, node_id }) => ({
    text: describeRefusal(kind, findNode(before, node_id)!.type),
    node_id,
  }));
  const incomplete = findFlowProblem(walkFlow(after));
  const found = [...refused, incomplete ?? findUnfinished({ before, after }, await listKnownKeys(tx))];
  return [...new Map(found.flatMap((problem) => (problem ? [[problem.text, problem] as const] : []))).values()];
}

/** First changed step whose texts can't be sent. Unchanged ones run already: they don't hold up the other changes. */
function findUnfinished({ before, after }: FlowStep, known: KnownKeys): FlowProblem | null {
  const changed = new Set(findFlowChanges(before, after).map(({ node_id }) => node_id));
  for (const node of walkFlow(after)) {
    const problem = node.kind === 'step' && changed.has(node.id) ? findWordsProblem(node, known) : null;
    if (problem !== null) return { text: `${nodeKind(node.type).label} step: ${problem}`, node_id: node.id };
  }
  return null;
}
