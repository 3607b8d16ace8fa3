import type { RevisionTrial } from '@overture/contract/revisions';
import { delayInHours } from '@overture/domain/flow/delays';
import { findNode } from '@overture/domain/flow/flow';
import { planLeadRoutes, SOONEST_MOVE_IN_MINUTES } from '@overture/domain/flow/flow-changes';
import { REVISION_LIMITS } from '@overture/domain/limits';
import type { Context } from '../../../kernel/context.ts';
import { type FlowTrial, rehearseTrial } from '../rehearsal/rehearsal.service.ts';
import { type FlowStep, loadFlowStep } from './impact.service.ts';
import { requireLive } from './working-copy.service.ts';

/**
 * Simulates the next days with the running flow and with the one to be published, by the engine's rules. Waiting leads get the new delay as
 * publishing moves them: by the difference. Writes nothing.
 * @throws not_found, revision_refused when there is nothing to publish, activation_refused, unavailable
 */
export async function rehearseRevision(
  ctx: Context,
  campaignId: number,
  number: number | null,
): Promise<RevisionTrial> {
  const step = await ctx.transaction(async (tx) => {
    await requireLive(tx, campaignId);
    return loadFlowStep(tx, campaignId, number);
  });
  const horizon_in_days = REVISION_LIMITS.rehearsed_days;
  const before = await rehearseTrial(ctx, campaignId, { flow: step.before, horizon_in_days, place: (lead) => lead });
  const after = await rehearseTrial(ctx, campaignId, { flow: step.after, horizon_in_days, place: placeIn(step, ctx) });
  const dates = [...new Set([...before.days.keys(), ...after.days.keys()])].sort().slice(0, horizon_in_days);
  const of = (days: ReadonlyMap<string, number>, date: string) => days.get(date) ?? 0;
  return {
    days: dates.map((date) => ({ date, before: of(before.days, date), after: of(after.days, date) })),
    leads_left_out: after.leads_left_out,
  };
}

/** A lead's position in the new flow, as `routeLeads` moves it. */
function placeIn({ before, after }: FlowStep, { clock }: Pick<Context, 'clock'>): FlowTrial['place'] {
  const routes = new Map(planLeadRoutes(before, after).map((route) => [route.from_node_id, route]));
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
