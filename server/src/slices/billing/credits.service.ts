import { UNLIMITED_CREDITS } from '@overture/domain/limits';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { requirePlan } from '../plans/index.ts';
import { requireBelowCaps } from './caps.service.ts';
import * as store from './credits.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'live'>;

/** Adds credits that can be spent; once for a key. Answers whether they were added now. */
export async function grantCredits(tx: Tx, given: { amount: number; purpose: string; key: string }): Promise<boolean> {
  const { amount, purpose, key } = given;
  const isNew = await store.insertEntry(tx, { kind: 'grant', credits: amount, purpose, key, reservation_id: null });
  if (!isNew) return false;
  await store.credit(tx, amount);
  await announceBalance(tx);
  return true;
}

/** Takes credits back that can still be spent; once for a key. @throws when there are fewer (a constraint) */
export async function deductCredits(tx: Tx, given: { amount: number; purpose: string; key: string }): Promise<boolean> {
  const { amount, purpose, key } = given;
  const isNew = await store.insertEntry(tx, { kind: 'take', credits: amount, purpose, key, reservation_id: null });
  if (!isNew) return false;
  await store.credit(tx, -amount);
  await announceBalance(tx);
  return true;
}

/** The same as far as there are any: what was spent is not asked back. */
export async function deductCreditsLeft(
  tx: Tx,
  given: { amount: number; purpose: string; key: string },
): Promise<void> {
  const amount = Math.min(given.amount, await store.lockBalance(tx));
  if (amount > 0) await deductCredits(tx, { ...given, amount });
}

/**
 * Moves credits from one organization to another: all of them or none, once for a key. Answers whether they were moved now.
 * @throws not_enough_credits naming both numbers of who gives
 */
export async function moveCredits(
  from: Tx,
  to: Tx,
  given: { amount: number; key: string; taken_as: string; granted_as: string },
): Promise<boolean> {
  const { amount, key } = given;
  if ((await store.lockBalance(from)) < amount) {
    await store.refill(from, from.organization.id, amount + UNLIMITED_CREDITS);
    if ((await store.getBalance(from)) < amount) throw await notEnoughCredits(from, amount);
  }
  if (!(await deductCredits(from, { amount, key, purpose: given.taken_as }))) return false;
  return grantCredits(to, { amount, key, purpose: given.granted_as });
}

/**
 * Sets credits aside for work that begins now: all of them or none. Answers the reservation, the same one for the same
 * key, however often it is asked for; null when nothing is to be paid.
 * @throws subscription_required, not_enough_credits naming both numbers, credit_cap_reached
 */
export async function reserveCredits(
  tx: Tx & Pick<TransactionContext, 'user'>,
  given: store.CreditWork,
): Promise<number | null> {
  if (given.amount <= 0) return null;
  await requirePlan(tx);
  // A known key waits here for its first transaction: two parallel calls reserve once.
  const id = await store.insertReservation(tx, { ...given, user_id: tx.user?.id ?? null });
  if (id === undefined) return orNotFound(await store.findReservation(tx, given.key));
  if (!(await store.debit(tx, given.amount))) {
    await requireBalance(tx, given.amount);
    if (!(await store.debit(tx, given.amount))) throw await notEnoughCredits(tx, given.amount);
  }
  // After the debit: it locks the organization, so work in parallel is counted.
  await requireBelowCaps(tx, tx.user?.id ?? null, { needed: given.amount, reserved: given.amount });
  await store.insertEntry(tx, {
    kind: 'reserve',
    credits: given.amount,
    purpose: given.purpose,
    key: `reserve:${given.key}`,
    reservation_id: id,
  });
  await announceBalance(tx);
  return id;
}

/**
 * Refuses work that cannot be paid now. It reserves nothing: for work that is paid after a model was asked, which costs the operator money.
 * @throws not_enough_credits, credit_cap_reached
 */
export async function requireSpendable(
  tx: Pick<TransactionContext, 'db' | 'organization' | 'user'>,
  needed: number,
): Promise<void> {
  if (needed <= 0) return;
  await requireBalance(tx, needed);
  await requireBelowCaps(tx, tx.user?.id ?? null, { needed, reserved: 0 });
}

/** Refills credits that are not sold here. @throws not_enough_credits naming both numbers */
async function requireBalance(tx: Pick<Tx, 'db' | 'organization'>, needed: number): Promise<void> {
  if ((await store.getBalance(tx)) >= needed) return;
  await store.refill(tx, tx.organization.id, needed + UNLIMITED_CREDITS);
  if ((await store.getBalance(tx)) < needed) throw await notEnoughCredits(tx, needed);
}

/** The campaign that pays, or null where there are several: what they pay together belongs to none of them. */
export function onlyCampaign(ids: readonly number[]): number | null {
  return new Set(ids).size === 1 ? (ids[0] ?? null) : null;
}

/** The error of a run that costs more than there is. */
async function notEnoughCredits(tx: Pick<Tx, 'db' | 'organization'>, needed: number): Promise<ApiError> {
  const credits = await store.getBalance(tx);
  return new ApiError('not_enough_credits', { credits: String(credits), needed: String(needed) });
}

/**
 * Spends parts of a reservation: work that brought a result. Each key counts once.
 * @throws when more is spent and released than was reserved (a constraint: the transaction is undone)
 */
export async function settleCredits(
  tx: Tx,
  reservationId: number,
  parts: readonly store.ReservedPart[],
): Promise<number> {
  return store.endParts(tx, reservationId, 'spend', parts);
}

/** Gives parts of a reservation back: work that found nothing, failed or was stopped. Each key counts once. */
export async function releaseCredits(
  tx: Tx,
  reservationId: number,
  parts: readonly store.ReservedPart[],
): Promise<number> {
  const released = await store.endParts(tx, reservationId, 'release', parts);
  if (released > 0) {
    await store.credit(tx, released);
    await announceBalance(tx);
  }
  return released;
}

/**
 * Writes the billing mode of this installation into the database, where every rule reads it; refills unsold credits, and
 * removes them once credits are sold.
 */
export async function applyBilling(ctx: Pick<SystemContext, 'systemTransaction' | 'config'>): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    const before = await store.writeBilling(tx, ctx.config.BILLING);
    if (before === 'unlimited' && ctx.config.BILLING !== before) await store.removeRefills(tx);
    await store.refill(tx, null, UNLIMITED_CREDITS);
  });
}

/** Publishes the spendable balance to the organization's browsers. */
async function announceBalance(tx: Tx): Promise<void> {
  tx.live.publish('credits_added', { email_credits: await store.getBalance(tx) });
}
