import type { SystemContext } from '../../../kernel/context.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { getSendingState } from '../../sending-guard/index.ts';
import { lockDispatched, NOT_RECORDED } from '../intents/intents.store.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import { isConflict } from './conflicts.service.ts';
import { writeBareOutcome, writeOutcomes } from './settle.service.ts';
import { type ProviderResponse, settleResponses } from './settle-responses.service.ts';

const UNWRITTEN = "The server's response couldn't be recorded. We're checking whether this was sent.";

/**
 * Writes the providers' responses. A response that can't be written does not block the others: its action becomes unconfirmed until
 * evidence or a later write settles it (`UnrecordedResponses`).
 * @param onSettled called with what was written
 */
export async function settleGroup(
  ctx: SystemContext,
  kinds: OutboundKinds,
  group: readonly ProviderResponse[],
  onSettled: (settled: readonly ProviderResponse[]) => void,
): Promise<void> {
  const conflicts: unknown[] = [];
  await runBatch(ctx, {
    loop: 'outbound-settle',
    is_in_hand: true,
    units: group.map((answered) => ({
      answered,
      organization_id: answered.dispatched.organization_id,
      key: String(answered.dispatched.id),
    })),
    run: async (units) => {
      const some = units.map(({ answered }) => answered);
      await settleResponses(ctx, kinds, some);
      onSettled(some);
    },
    onPark: async ({ answered }, error, park) => {
      if (isConflict(error)) {
        conflicts.push(error);
        return;
      }
      await park();
      await settleUnwritten(ctx, kinds, answered);
    },
  });
  if (conflicts.length > 0) throw conflicts[0];
}

/**
 * The token is checked as always. If its slice can't take the outcome, it is written without the slice: no action may stay in flight
 * forever.
 */
async function settleUnwritten(
  ctx: SystemContext,
  kinds: OutboundKinds,
  { dispatched }: ProviderResponse,
): Promise<void> {
  const { id, lease_token } = dispatched;
  const outcome: Extract<Outcome, { outcome: 'unknown' }> = {
    outcome: 'unknown',
    reason: UNWRITTEN,
    code: NOT_RECORDED,
  };
  const settle = (isBare: boolean): Promise<void> =>
    ctx.systemTransaction(async (tx) => {
      const { now } = await getSendingState(tx);
      const locked = await lockDispatched(tx, [{ id, lease_token }]);
      if (isBare) for (const intent of locked) await writeBareOutcome(tx, intent.id, outcome, now);
      else
        await writeOutcomes(
          tx,
          kinds,
          locked.map((intent) => ({ ...intent, outcome })),
          now,
        );
    });
  await settle(false).catch((error) => {
    ctx.log.error({ intent_id: id, err: error }, 'unknown outcome not taken by its slice');
    return settle(true);
  });
}
