import type { SystemContext } from '../../../../kernel/context.ts';
import { runBatch } from '../../../../kernel/rounds/rounds.ts';
import { wakeLanes } from '../lanes/lanes.store.ts';
import { DOWN_IN_HOURS, KEPT_LOOP, listReserved, releaseReserved } from '../leads/lead-affinity.store.ts';

/** Releases leads reserved for senders that will not come back; leads those have touched wait for them. */
export async function releaseReservedLeads(ctx: SystemContext): Promise<void> {
  const kept = await ctx.systemRead((read) => listReserved(read, DOWN_IN_HOURS));
  await runBatch(ctx, {
    loop: KEPT_LOOP,
    units: kept.map((lead) => ({ ...lead, key: String(lead.id) })),
    run: (part) =>
      ctx.systemTransaction(async (tx) => {
        const released = await releaseReserved(
          tx,
          DOWN_IN_HOURS,
          part.map(({ id }) => id),
        );
        await wakeLanes(
          tx,
          released.map((lead) => ({ ...lead, at: null })),
        );
      }),
  });
}
