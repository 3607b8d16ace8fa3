import type { SystemContext } from '../../../../kernel/context.ts';
import { type DatabaseMark, isOlder, requireNewestDatabase } from '../../../../kernel/db/replica/known-database.ts';
import { ApiError } from '../../../../kernel/errors.ts';
import { startLoop } from '../../../../kernel/jobs.ts';

/** A former primary that still answers is stopped by then. What a user lifts later must not come back. */
const KEPT_FOR_IN_MS = 24 * 3_600_000;
const MOST_KEPT = 10_000;
const MOST_AT_ONCE = 100;

interface KeptOptOut {
  campaign_lead_id: number;
  stored_in: DatabaseMark;
  at: number;
}

/**
 * Remembers the opt-outs that this process confirmed to people, and records them again in a newer database: a standby that is promoted may
 * lack the last commits, and a process that is led to a former primary alone can't know of the newer one.
 * @param record @returns the database that stored it
 */
export function rememberOptOuts(
  ctx: SystemContext,
  record: (campaignLeadId: number) => Promise<DatabaseMark>,
  interval_in_ms = 2000,
): { add(campaignLeadId: number, storedIn: DatabaseMark): void; stop(): Promise<void> } {
  const kept = new Map<number, KeptOptOut>();
  const forget = (): void => {
    for (const { campaign_lead_id, at } of kept.values())
      if (kept.size > MOST_KEPT || at < performance.now() - KEPT_FOR_IN_MS) kept.delete(campaign_lead_id);
  };
  const recordAgain = async (): Promise<void> => {
    forget();
    const newest = kept.size === 0 ? null : await findNewest(ctx);
    if (newest === null) return;
    const old = [...kept.values()].filter(({ stored_in }) => isOlder(stored_in, newest)).slice(0, MOST_AT_ONCE);
    for (const one of old) {
      // At the end of the line: one that fails delays no other.
      kept.delete(one.campaign_lead_id);
      kept.set(one.campaign_lead_id, one);
      await record(one.campaign_lead_id).then(
        (stored_in) => Object.assign(one, { stored_in }),
        (error) => ctx.log.error({ err: error }, 'opt-out not recorded again, retrying'),
      );
    }
    if (old.length > 0) ctx.log.warn({ opt_outs: old.length }, 'opt-outs compared with a newer database');
  };
  return {
    add: (campaign_lead_id, stored_in) => {
      kept.delete(campaign_lead_id);
      kept.set(campaign_lead_id, { campaign_lead_id, stored_in, at: performance.now() });
      forget();
    },
    stop: startLoop(ctx, { name: 'kept-opt-outs', interval_in_ms, run: recordAgain }),
  };
}

/** Null while a former primary answers: the next round may reach the newer one. */
async function findNewest(ctx: SystemContext): Promise<DatabaseMark | null> {
  try {
    return await ctx.systemTransaction(requireNewestDatabase);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') return null;
    throw error;
  }
}
