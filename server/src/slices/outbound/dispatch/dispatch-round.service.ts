import type { SystemContext } from '../../../kernel/context.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import type { WalkCursor } from '../intents/claim.store.ts';
import { getSendingState, lockIntents, setDueAt } from '../intents/intents.store.ts';
import type { Outcome } from '../intents/outbound.rules.ts';
import type { OutboundKinds } from '../intents/outbound-kind.rules.ts';
import { isConflict } from './conflicts.service.ts';
import { type Dispatched, dispatchIntents, UncertainDispatchError } from './dispatch.service.ts';
import { type ClaimLimits, findReady } from './ready-intents.service.ts';
import { writeBareOutcome, writeOutcomes } from './settle.service.ts';

export interface DispatchRound {
  /** What the caller must send now, each under its fencing token. */
  dispatched: Dispatched[];
  cursors: WalkCursor[];
  has_more: boolean;
}

const LOOP = 'outbound-dispatch';
const CONFLICT_PAUSE_IN_MS = 60_000;
const NOT_DISPATCHED =
  "This couldn't be prepared for sending, because of an error in our program. Nothing was sent. The operator of this installation sees the error.";

/**
 * Finds what may leave and decides about it. What fails does not fail the others: they are decided without it, and it is refused with words.
 * @param giveBack is handed what was marked in a transaction whose end nobody knows: none of it may be begun
 */
export async function dispatchReady(
  ctx: SystemContext,
  kinds: OutboundKinds,
  limits: ClaimLimits,
  giveBack: (marked: readonly Dispatched[]) => void = () => undefined,
): Promise<DispatchRound> {
  const { ready, ...round } = await findReady(ctx, limits);
  const dispatched: Dispatched[] = [];
  const units = ready.map(({ id, organization_id }) => ({ id, organization_id, key: String(id) }));
  const running = runBatch(ctx, {
    loop: LOOP,
    units,
    run: async (some) => {
      const ids = some.map(({ id }) => id);
      dispatched.push(...(await dispatchIntents(ctx, kinds, ids).catch((error) => unwrap(error, giveBack))));
    },
    onPark: ({ id }, error) => (isConflict(error) ? postpone(ctx, id) : refuse(ctx, kinds, id)),
  });
  await running.catch((error) => {
    // What the runs before it marked is to be sent.
    if (dispatched.length === 0) throw error;
    ctx.log.error({ err: error }, 'dispatch round not finished');
  });
  return { ...round, dispatched };
}

function unwrap(error: unknown, giveBack: (marked: readonly Dispatched[]) => void): never {
  if (!(error instanceof UncertainDispatchError)) throw error;
  giveBack(error.marked);
  throw error.cause;
}

async function postpone(ctx: SystemContext, id: number): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    const { now } = await getSendingState(tx);
    await setDueAt(tx, id, new Date(now.getTime() + CONFLICT_PAUSE_IN_MS));
  });
}

/** An action that fails alone, however often it is tried, is refused: who wanted it reads why. */
async function refuse(ctx: SystemContext, kinds: OutboundKinds, id: number): Promise<void> {
  const outcome: Outcome = { outcome: 'rejected', reason: NOT_DISPATCHED, code: 'not_dispatched' };
  try {
    await ctx.systemTransaction(async (tx) => {
      const { now } = await getSendingState(tx);
      const locked = await lockIntents(tx, [id], ['intent']);
      await writeOutcomes(
        tx,
        kinds,
        locked.map((intent) => ({ ...intent, outcome })),
        now,
      );
    });
  } catch (error) {
    ctx.log.error({ intent_id: id, err: error }, 'refused action not taken by its slice, parked');
    await ctx.systemTransaction(async (tx) => {
      const { now } = await getSendingState(tx);
      const locked = await lockIntents(tx, [id], ['intent']);
      for (const intent of locked)
        await writeBareOutcome(tx, intent.id, { outcome: 'parked', reason: NOT_DISPATCHED }, now);
    });
  }
}
