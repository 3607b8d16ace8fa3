import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { type Hold, SAFETY_LOOK_IN_MS } from './lane.rules.ts';
import * as lanes from './lanes.store.ts';

/** A queue that is not empty is looked at again this soon. */
const BUSY_LOOK_IN_MS = 200;

/** What is next in each running campaign, by its id. */
export type Fronts = Map<number, lanes.WhatIsLeft>;

/** Reads the fronts of the running campaigns among `of`, put in place of what `fronts` said of it. */
export async function readFronts(
  tx: SystemTransactionContext,
  of: readonly lanes.LaneRow[],
  fronts: Fronts = new Map(),
): Promise<Fronts> {
  const active = of.filter((lane) => lane.campaign_status === 'ACTIVE').map((lane) => lane.campaign_id);
  for (const row of await lanes.readWhatIsLeft(tx, active)) fronts.set(row.campaign_id, row);
  return fronts;
}

export const isPast = (at: Date | null | undefined, now: Date): boolean => at != null && at <= now;

/** True when nothing is due and no campaign ends: all that this look writes is when to look again. */
export function isOnlyALook(fronts: Fronts, now: Date): boolean {
  return [...fronts.values()].every(
    ({ next_email_at, next_local_at }) =>
      (next_email_at ?? next_local_at) !== null && !isPast(next_email_at, now) && !isPast(next_local_at, now),
  );
}

/** When each campaign is looked at next, and why nothing leaves it until then. Campaigns with nothing to come end. */
export async function planNextLooks(
  tx: SystemTransactionContext,
  claimed: readonly lanes.LaneRow[],
  fronts: Fronts,
  holds: ReadonlyMap<number, Hold>,
  now: Date,
): Promise<void> {
  const active = claimed.filter((lane) => lane.campaign_status === 'ACTIVE').map((lane) => lane.campaign_id);
  const empty = active.filter((id) => fronts.get(id)?.next_email_at == null && fronts.get(id)?.next_local_at == null);
  const completed = await lanes.completeCampaigns(tx, empty);
  for (const { id, organization_id } of completed) {
    tx.forOrganization(organization_id).live.publish('campaign_status', { campaign_id: id, status: 'COMPLETED' });
  }
  await lanes.saveNextLooks(
    tx,
    claimed.map((lane) => {
      const hold = holds.get(lane.campaign_id) ?? null;
      const look_at = lane.campaign_status === 'ACTIVE' ? nextLook(fronts.get(lane.campaign_id), hold, now) : null;
      return {
        campaign_id: lane.campaign_id,
        look_at,
        waiting_rule: hold?.rule ?? null,
        waiting_until: hold?.until ?? null,
      };
    }),
  );
}

function nextLook(left: lanes.WhatIsLeft | undefined, hold: Hold | null, now: Date): Date | null {
  const { next_email_at, next_local_at } = left ?? { next_email_at: null, next_local_at: null };
  const soonest = now.getTime() + BUSY_LOOK_IN_MS;
  const latest = now.getTime() + SAFETY_LOOK_IN_MS;
  const times: number[] = [];
  if (next_local_at) times.push(next_local_at.getTime());
  if (next_email_at)
    times.push(
      hold
        ? Math.max(
            hold.until?.getTime() ?? now.getTime() + (hold.look_in_ms ?? SAFETY_LOOK_IN_MS),
            next_email_at.getTime(),
          )
        : next_email_at.getTime(),
    );
  if (times.length === 0) return null;
  return new Date(Math.min(latest, Math.max(soonest, Math.min(...times))));
}
