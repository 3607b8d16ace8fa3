import { LeadHours } from '@overture/domain/sending/lead-hours';
import { resolveLeadZone } from '@overture/domain/zones/lead-zone';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { findCampaign } from '../settings/campaigns.store.ts';
import { listWhereabouts } from './lead-zones.store.ts';

/** Maximum number of leads counted, and leads per batch. */
const MOST_LEADS = 100_000;
const BATCH = 5000;
const UNMET_ZONES = 5;

interface LeadZoneCounts {
  leads: number;
  known: number;
  unmet: number;
  unmet_zones: string[];
}

/** Of how many leads the zone is known, and how many a campaign would never reach by the hours of both. */
export async function countLeadZones(ctx: Pick<Context, 'transaction'>, id: number): Promise<LeadZoneCounts> {
  return ctx.transaction(async (tx) => {
    const campaign = orNotFound(await findCampaign(tx, id));
    const { leads, zones } = await countByZone(tx, id);
    const hours = new LeadHours(campaign);
    const now = tx.clock.now();
    const isUnmet = (zone: string) => zone !== campaign.timezone && !hours.meets(zone, now);
    const unmet = [...zones].filter(([zone]) => isUnmet(zone)).sort(([, a], [, b]) => b - a);
    const sum = (of: Iterable<[string, number]>) => [...of].reduce((all, [, amount]) => all + amount, 0);
    const unmet_zones = unmet.slice(0, UNMET_ZONES).map(([zone]) => zone);
    return { leads, known: sum(zones), unmet: sum(unmet), unmet_zones };
  });
}

/** Reads in batches: a hundred thousand leads must neither fill the memory nor block others. */
async function countByZone(tx: TransactionContext, id: number) {
  const zones = new Map<string, number>();
  let leads = 0;
  let last = 0;
  while (leads < MOST_LEADS) {
    const rows = await listWhereabouts(tx, id, last, BATCH);
    for (const { zone_facts } of rows) {
      const zone = resolveLeadZone(zone_facts)?.zone;
      if (zone !== undefined) zones.set(zone, (zones.get(zone) ?? 0) + 1);
    }
    leads += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) break;
  }
  return { leads, zones };
}
