import type { SystemContext } from '../../../kernel/context.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { getSendingState } from '../../sending-guard/index.ts';
import { writeBareOutcome, writeOutcomes } from '../dispatch/settle.service.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import { claimLostLeases, LEASES_LOOP, listLostLeases } from '../intents/unknown.store.ts';

const MOST_IN_ROUND = 500;
const SILENT: Extract<Outcome, { outcome: 'unknown' }> = {
  outcome: 'unknown',
  reason: 'The process that was sending this stopped before it could say whether it was sent.',
  code: 'silent',
};

/** Actions of a worker that went silent become unconfirmed: they may have been sent. */
export async function sweepLostLeases(ctx: SystemContext, kinds: OutboundKinds): Promise<number> {
  const lost = await ctx.systemRead((tx) => listLostLeases(tx, MOST_IN_ROUND));
  if (lost.length === 0) return 0;
  const swept = await runBatch(ctx, {
    loop: LEASES_LOOP,
    units: lost.map((one) => ({ ...one, key: String(one.id) })),
    run: (units) =>
      sweep(ctx, units, (tx, locked, now) => {
        const settled = locked.map((intent) => ({ ...intent, outcome: SILENT }));
        return writeOutcomes(tx, kinds, settled, now);
      }),
    // Its slice can't take the outcome: only the row records it, otherwise the lease would be swept again and again.
    onPark: async (unit) => {
      await sweep(ctx, [unit], async (tx, locked, now) => {
        for (const { id } of locked) await writeBareOutcome(tx, id, SILENT, now);
      });
    },
  });
  const mails = swept.reduce((sum, count) => sum + count, 0);
  if (mails > 0) ctx.log.warn({ mails }, 'a worker went silent while sending; looking for evidence');
  return mails;
}

type Transaction = Parameters<Parameters<SystemContext['systemTransaction']>[0]>[0];
type Write = (tx: Transaction, locked: Awaited<ReturnType<typeof claimLostLeases>>, now: Date) => Promise<void>;

function sweep(ctx: SystemContext, units: readonly { id: number }[], write: Write): Promise<number> {
  return ctx.systemTransaction(async (tx) => {
    const { now } = await getSendingState(tx);
    const locked = await claimLostLeases(
      tx,
      units.map(({ id }) => id),
    );
    await write(tx, locked, now);
    return locked.length;
  });
}
