import type { RevisionTrial } from '@overture/contract/revisions';
import { delayInHours } from '@overture/domain/flow/delays';
import { findNode } from '@overture/domain/flow/flow';
import { planLeadRoutes, SOONEST_MOVE_IN_MINUTES } from '@overture/domain/flow/flow-changes';
import { REVISION_LIMITS } from '@overture/domain/limits';
import { REHEARSAL_LIMITS } from '@overture/domain/rehearsal/rehearsal-limits';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { type FlowTrial, rehearseTrial } from '../rehearsal/rehearsal.service.ts';
import type { CampaignRow } from '../settings/campaigns.store.ts';
import { type FlowStep, listReopenings, loadFlowStep } from './impact.service.ts';
import { listReopenable } from './lead-routes.store.ts';
import { requireLive } from './working-copy.service.ts';

/**
 * Simulates the next days with the running flow and with the one to be published, by the engine's rules. Waiting leads get the new delay as
 * publishing moves them: by the difference. Writes nothing.
 * @throws not_found, revision_refused when there is nothing to publish, activation_refused, unavailable
 */
export async function rehearseRevision(ctx: Context, campaignId: number, order: TrialOrder): Promise<RevisionTrial> {
  const { step, reopened } = await ctx.transaction(async (tx) => {
    const campaign = await requireLive(tx, campaignId);
    const flows = await loadFlowStep(tx, campaignId, order.number ?? null);
    return { step: flows, reopened: order.reopens ? await placeReopened(tx, campaign, flows) : new Map() };
  });
  const horizon_in_days = REVISION_LIMITS.rehearsed_days;
  const before = await rehearseTrial(ctx, campaignId, { flow: step.before, horizon_in_days, place: (lead) => lead });
  const place = placeIn(step, ctx, order.moves_waiting ?? true);
  const after = await rehearseTrial(ctx, campaignId, { flow: step.after, horizon_in_days, place, reopened });
  const dates = [...new Set([...before.days.keys(), ...after.days.keys()])].sort().slice(0, horizon_in_days);
  const of = (days: ReadonlyMap<string, number>, date: string) => days.get(date) ?? 0;
  return {
    days: dates.map((date) => ({ date, before: of(before.days, date), after: of(after.days, date) })),
    leads_left_out: after.leads_left_out,
  };
}

interface TrialOrder {
  /** An earlier revision; the working copy without it. */
  number?: number | null | undefined;
  moves_waiting?: boolean | null | undefined;
  reopens?: boolean | null | undefined;
}

/** Finished leads that come back for steps at the end, as publishing reopens them. */
async function placeReopened(tx: TransactionContext, campaign: CampaignRow, step: FlowStep) {
  const places = new Map<number, { next_node_id: number; next_at: Date }>();
  for (const end of listReopenings(tx, campaign, step)) {
    const place = { next_node_id: end.to_node_id, next_at: end.due_at };
    for (const id of await listReopenable(tx, campaign.id, end, REHEARSAL_LIMITS.max_leads)) places.set(id, place);
  }
  return places;
}

/** A lead's position in the new flow, as `routeLeads` moves it. */
function placeIn(
  { before, after }: FlowStep,
  { clock }: Pick<Context, 'clock'>,
  movesWaiting: boolean,
): FlowTrial['place'] {
  const moving = planLeadRoutes(before, after).filter(({ is_forced }) => is_forced || movesWaiting);
  const routes = new Map(moving.map((route) => [route.from_node_id, route]));
  const soonest = clock.now().getTime() + SOONEST_MOVE_IN_MINUTES * 60_000;
  return ({ next_node_id, next_at }) => {
    const route = next_node_id === null ? undefined : routes.get(next_node_id);
    const from = findNode(before, next_node_id);
    if (!route || !from) return { next_node_id, next_at };
    const to = findNode(after, route.to_node_id);
    if (!to) return null;
    const longer = (delayInHours(to) - delayInHours(from)) * 3_600_000;
    const at = next_at && new Date(Math.max(soonest, next_at.getTime() + longer));
    return { next_node_id: to.id, next_at: at };
  };
}
