import type { SystemContext } from '../../../../kernel/context.ts';
import { wakeLanes } from '../lanes/lanes.store.ts';
import { DOWN_IN_HOURS, releaseKept } from '../leads/sender-ties.store.ts';

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
