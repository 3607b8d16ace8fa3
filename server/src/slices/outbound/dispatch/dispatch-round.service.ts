import type { SystemContext } from '../../../kernel/context.ts';
import { type Parking, runBatch, type Unit, unparkUnits } from '../../../kernel/rounds/rounds.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { getSendingState } from '../../sending-guard/index.ts';
import { DISPATCH_LOOP, type WalkCursor } from '../intents/claim.store.ts';
import { lockIntents, setDueAt } from '../intents/intents.store.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import { isConflict } from './conflicts.service.ts';
import { type Dispatched, dispatchIntents, UncertainDispatchError } from './dispatch.service.ts';
import { type ClaimLimits, findReady } from './ready-intents.service.ts';
import { writeBareOutcome, writeOutcomes } from './settle.service.ts';

export interface DispatchRound {
  /** What the caller must send now, each with its fencing token. */
  dispatched: Dispatched[];
  cursors: WalkCursor[];
  has_more: boolean;
}

const CONFLICT_PAUSE_IN_MS = 60_000;
/** Tries in all, about seven minutes: a temporary error has passed by then. */
const MAX_PREPARATIONS = 4;
const TRIED_AGAIN =
  "This couldn't be prepared for sending, because of an error in our program. Nothing was sent. We'll try again.";
const NOT_DISPATCHED =
  "This couldn't be prepared for sending, because of an error in our program. Nothing was sent. The operator of this installation sees the error.";

type Unprepared = Extract<Outcome, { outcome: 'held' | 'rejected' }>;
const REFUSED: Unprepared = { outcome: 'rejected', reason: NOT_DISPATCHED, code: 'not_dispatched' };

/**
 * Finds due actions and decides about them. One that fails does not fail the others: they are decided without it. It is retried later and
 * finally refused with a reason.
 * @param giveBack gets the actions marked in a transaction of unknown outcome: none of them may be started
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
    loop: DISPATCH_LOOP,
    units,
    run: async (some) => {
      const ids = some.map(({ id }) => id);
      dispatched.push(...(await dispatchIntents(ctx, kinds, ids).catch((error) => unwrap(error, giveBack))));
    },
    onPark: async (unit, error, park) =>
      isConflict(error) ? postpone(ctx, unit.id) : retryOrRefuse(ctx, kinds, unit, await park()),
  });
  await running.catch((error) => {
    // Actions marked by earlier runs are still sent.
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

/**
 * Handles an action that can't be prepared because of an error of ours. It is retried after a growing pause, and its lead and conversation
 * show this. In the end it is refused with a reason. A test mail is refused immediately, because its user is waiting.
 */
async function retryOrRefuse(
  ctx: SystemContext,
  kinds: OutboundKinds,
  unit: Unit & { id: number },
  parking: Parking | null,
): Promise<void> {
  const decide = ({ kind }: { kind: string }, now: Date): Unprepared => {
    if (kinds.get(kind)?.is_test || (parking && parking.attempts >= MAX_PREPARATIONS)) return REFUSED;
    const until = new Date(now.getTime() + (parking?.retry_in_ms ?? CONFLICT_PAUSE_IN_MS));
    return { outcome: 'held', rule: 'retry', until, reason: TRIED_AGAIN, is_try: true };
  };
  const write = (isBare: boolean) =>
    ctx.systemTransaction(async (tx) => {
      const { now } = await getSendingState(tx);
      const locked = await lockIntents(tx, [unit.id], ['intent']);
      const settled = locked.map((intent) => ({ ...intent, outcome: decide(intent, now) }));
      if (!isBare) await writeOutcomes(tx, kinds, settled, now);
      else for (const { id, outcome } of settled) await writeBareOutcome(tx, id, toBare(outcome), now);
      return settled.every(({ outcome }) => outcome.outcome !== 'held');
    });
  const isOver = await write(false).catch((failure) => {
    ctx.log.error({ intent_id: unit.id, err: failure }, 'unprepared action not taken by its slice');
    return write(true);
  });
  if (isOver) await unparkUnits(ctx, DISPATCH_LOOP, [unit]);
}

/** If its slice can't take the refusal, the action stays with its lead or conversation for a user to decide. */
const toBare = (outcome: Unprepared) =>
  outcome.outcome === 'held' ? outcome : { outcome: 'parked' as const, reason: NOT_DISPATCHED };
