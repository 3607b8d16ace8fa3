import type { SystemContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import * as store from './credit-ledger.store.ts';

/** Compares the balance of each organization with the sum of its ledger, once a day. Both are written together: a difference is a fault. */
export async function checkLedgers(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const from = after;
    const found = await ctx.systemTransaction((tx) => store.listUnchecked(tx, from));
    const last = found.at(-1);
    if (last === undefined) return;
    after = last;
    await runUnits(
      ctx,
      {
        loop: 'credit-ledgers',
        units: found.map((id) => ({ organization_id: id, key: String(id) })),
        share: 1,
        at_once: 1,
        time_box_in_ms: 60_000,
        run: async ({ organization_id }) => {
          const difference = await ctx.forOrganization(organization_id).transaction(store.compareWithLedger);
          if (difference !== 0)
            ctx.log.error({ organization_id, difference }, 'credit balance differs from its ledger');
        },
      },
      signal,
    );
  }
}
