import type { LinkedinTask } from '@overture/contract/linkedin-tasks';
import { describeWaiting } from '@overture/domain/diagnosis/waiting-words';
import { BY_HAND, type HandOutcome, hasHandOutcome } from '@overture/domain/linkedin/by-hand';
import type { SystemContext, SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { getSendingState } from '../../sending-guard/index.ts';
import { dispatchIntents } from '../dispatch/dispatch.service.ts';
import { writeBareOutcome, writeOutcomes } from '../dispatch/settle.service.ts';
import { forgetOpened } from '../intents/intents.store.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import { findStop, presentTask, toOutcome } from './by-hand.rules.ts';
import * as store from './by-hand.store.ts';

type Tx = TransactionContext;
interface Reservation {
  id: number;
  token: number;
}

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const changed = (tx: Tx): void => tx.live.publish('linkedin_tasks', {});
const lost = (reason: string): ApiError => new ApiError('linkedin_task_lost', { reason });

export const listTasks = (ctx: SessionContext) => ctx.read(store.countTasks);

/**
 * Reserves the next card for a person. It passes the checks and takes the budgets of any action in that moment: a card whose lead has
 * replied, or whose limit is used up, is withdrawn and the next one is tried. Two people never get the same card.
 */
export async function claimTask(
  ctx: SessionContext,
  kinds: OutboundKinds,
  accountId: number | null,
): Promise<LinkedinTask | null> {
  const mine = await ctx.read((tx) => store.findReserved(tx, ctx.user.id, accountId));
  if (mine !== null) return loadTask(ctx, mine);
  const failures: unknown[] = [];
  for (let round = 1; ; round += 1) {
    const { claimed, passed_over } = await claimNext(ctx, kinds, accountId, failures);
    if (claimed !== null) return loadTask(ctx, claimed);
    if (passed_over.length === 0 || failures.length > 0 || round === MOST_ROUNDS) break;
    await ctx.transaction((tx) => store.awaitSenders(tx, passed_over));
  }
  if (failures.length > 0) throw failures[0];
  return null;
}

/** A sender that is being planned for is passed over, as the dispatcher does. A person would read that nothing is left, and is given more tries. */
const MOST_ROUNDS = 3;

/** Tries the offered cards. Those passed over are still offered: something else has their senders locked. */
async function claimNext(
  ctx: SessionContext,
  kinds: OutboundKinds,
  accountId: number | null,
  failures: unknown[],
): Promise<{ claimed: number | null; passed_over: number[] }> {
  const tried = new Set<number>();
  for (;;) {
    const offered = await ctx.read((tx) => store.listOffered(tx, accountId, BY_HAND.tried_at_once));
    const fresh = offered.filter((id) => !tried.has(id));
    for (const id of fresh) {
      tried.add(id);
      if (!(await dispatchCard(ctx, kinds, id, failures))) continue;
      await ctx.transaction(async (tx) => changed(tx));
      return { claimed: id, passed_over: [] };
    }
    // Withdrawn cards make room for those behind them.
    if (fresh.length === 0) return { claimed: null, passed_over: offered };
    if (tried.size >= BY_HAND.tried_at_most) return { claimed: null, passed_over: [] };
  }
}

/** One card that cannot be prepared does not keep people from the others; the dispatcher retries and finally refuses it. */
async function dispatchCard(
  ctx: SessionContext,
  kinds: OutboundKinds,
  id: number,
  failures: unknown[],
): Promise<boolean> {
  try {
    return (await dispatchIntents(ctx.system, kinds, [id], ctx.user.id)).length > 0;
  } catch (error) {
    ctx.log.error({ intent_id: id, err: error }, 'card not prepared, next one tried');
    failures.push(error);
    return false;
  }
}

async function loadTask(ctx: SessionContext, id: number): Promise<LinkedinTask> {
  return presentTask(orNotFound(await ctx.read((tx) => store.findTask(tx, id))));
}

/** The current state of a card, and why its action was stopped. */
export async function getTask(ctx: SessionContext, kinds: OutboundKinds, id: number) {
  return ctx.transaction(async (tx) => {
    const row = orNotFound(await store.findTask(tx, id, true));
    const isMine = row.state === 'dispatching' && row.claimed_by === ctx.user.id;
    if (!isMine) return { task: null, stopped: describeLoss(row) };
    return { task: presentTask(row), stopped: row.person_outcome ? null : await recheckStop(tx, kinds, row) };
  });
}

/** The stop check of the dispatcher, asked again while a person holds the card. */
async function recheckStop(tx: Tx, kinds: OutboundKinds, row: store.TaskRow): Promise<string | null> {
  const kind = kinds.get(row.kind);
  if (!kind) throw new Error(`no outbound kind registered as ${row.kind}`);
  const verdicts = await kind.check(asSystem(tx), [row], row.now);
  return findStop(verdicts.get(row.id), (rule) => describeWaiting(rule, {}).text);
}

/** Who has the card now, or had it last. */
function describeLoss(row: store.TaskRow): string {
  const name = row.claimer ?? 'Another team member';
  if (row.state === 'dispatching') return `${name} has this card now.`;
  if (row.state === 'intent') return 'Your ten minutes are over, and the card went back to the queue.';
  if (row.person_outcome !== null && row.claimed_at !== null) return `${name} has already recorded an outcome.`;
  return row.reason ?? 'This action is no longer planned.';
}

/** Locks a card that the caller has reserved. It stays theirs after the reservation ended, until another person takes it. */
async function lockReserved(tx: Tx, userId: number, { id, token }: Reservation): Promise<store.TaskRow> {
  const row = orNotFound(await store.findTask(tx, id, true));
  const isMine = row.state === 'dispatching' && row.lease_token === token && row.claimed_by === userId;
  if (!isMine) throw lost(describeLoss(row));
  return row;
}

export async function openTask(ctx: SessionContext, reservation: Reservation): Promise<LinkedinTask> {
  await ctx.transaction(async (tx) => {
    const { id, now, person_outcome } = await lockReserved(tx, ctx.user.id, reservation);
    if (person_outcome === null)
      await store.markOpened(tx, id, { user_id: ctx.user.id, until: later(now, BY_HAND.claim_in_seconds) });
  });
  return loadTask(ctx, reservation.id);
}

export async function releaseTask(ctx: SessionContext, kinds: OutboundKinds, reservation: Reservation): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await lockReserved(tx, ctx.user.id, reservation);
    // A page that closes right after a click must not drop the outcome.
    if (row.person_outcome !== null) return;
    await writeOutcomes(asSystem(tx), kinds, [{ ...row, outcome: goBack(row.now) }], row.now);
    changed(tx);
  });
}

/**
 * Records the outcome. A repeated request changes nothing. A person who carried out a stopped action must confirm that. It then counts, even
 * when another person has reserved the card since.
 * @throws linkedin_task_lost, linkedin_task_stopped
 */
export async function finishTask(
  ctx: SessionContext,
  kinds: OutboundKinds,
  given: Reservation & { outcome: HandOutcome; is_sent_anyway: boolean },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = orNotFound(await store.findTask(tx, given.id, true));
    if (!hasHandOutcome(row.action, given.outcome))
      throw new ApiError('bad_request', { reason: 'This outcome does not fit this action.' });
    const isMine = row.lease_token === given.token && row.claimed_by === ctx.user.id;
    if (isMine && row.person_outcome === given.outcome) return;
    if (!isMine || row.state !== 'dispatching') return finishLate(tx, kinds, row, given, ctx.user.id);
    if (row.person_outcome !== null) throw lost('You have already recorded another outcome. Undo it first.');
    const stopped = given.is_sent_anyway ? null : await recheckStop(tx, kinds, row);
    if (stopped !== null) throw new ApiError('linkedin_task_stopped', { reason: stopped });
    await store.setPersonOutcome(tx, row.id, {
      outcome: given.outcome,
      until: later(row.now, BY_HAND.undo_in_seconds),
    });
    changed(tx);
  });
}

/** The reservation was lost. "Done" is evidence in every state without an outcome, like a late response of a provider. */
async function finishLate(
  tx: Tx,
  kinds: OutboundKinds,
  row: store.TaskRow,
  { outcome, is_sent_anyway }: { outcome: HandOutcome; is_sent_anyway: boolean },
  userId: number,
): Promise<void> {
  // What no person ever had reserved is none of theirs: the dispatcher sends it, or another person takes it first.
  const isOpen =
    row.claimed_at !== null && ['intent', 'dispatching', 'unknown', 'parked', 'cancelled'].includes(row.state);
  const isRecorded = row.person_outcome !== null && row.claimed_at !== null && row.state !== 'intent';
  if (outcome !== 'done' || !isOpen || isRecorded) throw lost(describeLoss(row));
  const stopped =
    row.state === 'cancelled' ? (row.reason ?? 'This action is no longer planned.') : await recheckStop(tx, kinds, row);
  if (stopped !== null && !is_sent_anyway) throw new ApiError('linkedin_task_stopped', { reason: stopped });
  await store.setLateOutcome(tx, row.id, userId);
  const settled = { ...row, dispatched_at: row.now, outcome: toOutcome(row.action, 'done', row.now) };
  await writeOutcomes(asSystem(tx), kinds, [settled], row.now);
  changed(tx);
}

/** @throws linkedin_task_lost once the outcome has taken effect */
export async function undoTask(ctx: SessionContext, reservation: Reservation): Promise<LinkedinTask> {
  await ctx.transaction(async (tx) => {
    const row = orNotFound(await store.findTask(tx, reservation.id, true));
    const isMine = row.lease_token === reservation.token && row.claimed_by === ctx.user.id;
    const isOpen = row.state === 'dispatching' && (row.leased_until ?? row.now) >= row.now;
    if (!isMine || !isOpen) throw lost('The outcome has taken effect. It can no longer be undone.');
    const until = later(row.now, BY_HAND.claim_in_seconds);
    if (row.person_outcome !== null) await store.setPersonOutcome(tx, row.id, { outcome: null, until });
    changed(tx);
  });
  return loadTask(ctx, reservation.id);
}

const goBack = (now: Date): Outcome => ({
  outcome: 'held',
  rule: 'due',
  until: now,
  reason: 'No outcome was recorded in ten minutes.',
  is_try: false,
});

const MOST_IN_ROUND = 200;
/** Tries of an outcome that its slice cannot take, about seven minutes: a temporary error has passed by then. */
const MAX_TRIES = 4;

/** Settles recorded outcomes when the time to undo is over, and returns cards without an outcome to the queue. */
export async function settleTasks(ctx: SystemContext, kinds: OutboundKinds): Promise<void> {
  const ended = await ctx.systemRead((tx) => store.listEnded(tx, MOST_IN_ROUND));
  if (ended.length === 0) return;
  await runBatch(ctx, {
    loop: store.HAND_LOOP,
    units: ended.map((one) => ({ ...one, key: String(one.id) })),
    run: (units) =>
      ctx.systemTransaction((tx) =>
        settle(
          tx,
          kinds,
          units.map(({ id }) => id),
        ),
      ),
    // It is tried again later. In the end a person is asked whether the action was carried out.
    onPark: async (unit, _error, park) => {
      if (((await park())?.attempts ?? 0) < MAX_TRIES) return;
      await ctx.systemTransaction(async (tx) => {
        const { now } = await getSendingState(tx);
        const reason = 'An error in our program kept us from recording what a team member did.';
        for (const { id } of await store.lockEnded(tx, [unit.id]))
          await writeBareOutcome(tx, id, { outcome: 'parked', reason }, now);
      });
    },
  });
}

async function settle(tx: SystemTransactionContext, kinds: OutboundKinds, ids: readonly number[]): Promise<void> {
  const { now } = await getSendingState(tx);
  const locked = await store.lockEnded(tx, ids);
  await forgetOpened(
    tx,
    locked.filter((task) => task.person_outcome !== null).map(({ id }) => id),
  );
  const settled = locked.map((task) => ({
    ...task,
    outcome:
      task.person_outcome === null || task.action === 'email'
        ? goBack(now)
        : toOutcome(task.action, task.person_outcome, now),
  }));
  await writeOutcomes(tx, kinds, settled, now);
  for (const organization_id of new Set(locked.map((task) => task.organization_id)))
    tx.forOrganization(organization_id).live.publish('linkedin_tasks', {});
}

function asSystem(tx: Tx): SystemTransactionContext {
  return { ...tx, forOrganization: () => tx };
}
