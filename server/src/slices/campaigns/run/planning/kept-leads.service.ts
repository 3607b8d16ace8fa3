import type { SystemContext } from '../../../../kernel/context.ts';
import { wakeLanes } from '../lanes/lanes.store.ts';
import { releaseKept } from '../leads/sender-ties.store.ts';

/** A sender that is down so long loses the leads it has not touched to the others. */
const DOWN_IN_HOURS = 24;

/** Leads kept for senders that do not come back are anybody's again; those they have touched wait for them. */
export async function releaseKeptLeads(ctx: SystemContext): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    const released = await releaseKept(tx, DOWN_IN_HOURS);
    await wakeLanes(
      tx,
      released.map((lead) => ({ ...lead, at: null })),
    );
  });
}
