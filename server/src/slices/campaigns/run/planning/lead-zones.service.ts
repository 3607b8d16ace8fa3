import { LeadHours } from '@overture/domain/sending/lead-hours';
import { resolveLeadZone } from '@overture/domain/zones/lead-zone';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { lockFronts, putOffLeads } from '../leads/put-off.store.ts';
import { type FrontRound, putOffFronts } from './fronts.service.ts';

/**
 * Puts off due leads whose zone is closed, in campaigns that keep to it: each until it opens, once a day at most. What stands in front
 * of a queue afterwards may leave. Only fronts are read, and nothing where nobody may send.
 */
export async function putOffClosedZones(tx: SystemTransactionContext, round: FrontRound): Promise<void> {
  const { lane, now } = round;
  // A look asks LinkedIn something; nobody sees it.
  if (lane === 'look') return;
  const hours = new Map(
    round.pairs.filter((pair) => pair.uses_lead_zone).map((pair) => [pair.campaign_id, new LeadHours(pair)]),
  );
  await putOffFronts(
    round,
    (id) => hours.has(id),
    async (queues) => {
      const leads = await lockFronts(tx, lane, queues);
      const closed = leads.flatMap(({ id, campaign_id, zone_facts }) => {
        const until = hours.get(campaign_id)?.closedUntil(resolveLeadZone(zone_facts)?.zone ?? null, now);
        return until ? [{ id, until, campaign_id }] : [];
      });
      await putOffLeads(tx, 'lead_zone', closed);
      return closed;
    },
  );
}
