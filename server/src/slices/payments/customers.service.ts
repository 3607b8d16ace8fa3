import { isProviderError } from '@overture/adapters/kit/errors';
import { creditsOfPaid } from '@overture/domain/money/client-months';
import { type CreditEntry, type Customer, entitlementsOf, planCredits } from '@overture/domain/money/payments';
import { REFERRAL_BONUS_CREDITS } from '@overture/domain/money/pricing';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { deductCredits, deductCreditsLeft, grantCredits } from '../billing/index.ts';
import { findRewardedReferrer, findUnrewardedReferrer, markReferralRewarded } from '../referrals/index.ts';
import { serveClients } from './client-months.service.ts';
import * as store from './payments.store.ts';

export const READ_CUSTOMER_TASK = 'payments.read-customer';

const EVENTS_KEPT_IN_DAYS = 90;
const CUSTOMERS_A_ROUND = 100;
const REFERRAL_TRIAL_IN_DAYS = 30;
/** Longer than banks and card networks take. */
const DISPUTE_IN_DAYS = 365;

const PURPOSES: Record<CreditEntry['why'], string> = {
  month: 'Monthly credits',
  lapse: 'Unused monthly credits',
  purchase: 'Credits bought',
  refund: 'Refunded credits',
};

/**
 * Loads the state of an organization's customer from the provider and applies it. Reports only trigger it: repeated, late or
 * out of order, the result is the same.
 * @throws ProviderError when the provider is not reachable
 */
export async function syncCustomer(ctx: SystemContext, organizationId: number): Promise<void> {
  const organization = ctx.forOrganization(organizationId);
  const reading = await organization.transaction((tx) => store.beginReading(tx));
  if (!reading) return;
  const customer = await ctx.ports.payments.readCustomer(reading.customer_id);
  await organization.transaction((tx) => writeCustomer(tx, reading, customer));
  if (customer.payments.some(({ clients }) => creditsOfPaid(clients) > 0)) await serveClients(ctx, organizationId);
  const paid = customer.payments.filter(({ amount_in_cents }) => amount_in_cents > 0);
  if (paid.some((one) => one.refunded_in_cents < one.amount_in_cents)) await rewardReferral(ctx, organizationId);
  else if (paid.length > 0)
    await withdrawReferral(
      ctx,
      organizationId,
      paid.some(({ lost_in_cents }) => lost_in_cents > 0),
    );
}

async function writeCustomer(tx: TransactionContext, reading: store.Reading, customer: Customer): Promise<void> {
  if (!(await store.isNewest(tx, reading))) return;
  await store.writeSubscription(tx, reading, customer, entitlementsOf(customer.subscription));
  const entries = planCredits(await store.loadLedger(tx), customer.payments);
  for (const { kind, credits, why, key } of entries) {
    const enter = kind === 'grant' ? grantCredits : deductCredits;
    await enter(tx, { amount: credits, purpose: PURPOSES[why], key });
  }
  await store.writePayments(tx, customer.payments);
}

/** Who came by a code and pays for the first time: both sides get credits, once. */
async function rewardReferral(ctx: SystemContext, organizationId: number): Promise<void> {
  const referrer = await ctx.systemTransaction((tx) => findUnrewardedReferrer(tx, organizationId));
  if (referrer === null) return;
  const gift = { amount: REFERRAL_BONUS_CREDITS, purpose: 'Referral bonus', key: `referral:${organizationId}` };
  for (const id of [organizationId, referrer])
    await ctx.forOrganization(id).transaction((tx) => grantCredits(tx, gift));
  await ctx.systemTransaction((tx) => markReferralRewarded(tx, organizationId));
}

/** The referral bonus of an organization that paid for the first time within the hour; null without one. */
export async function findReferralBonus(ctx: SystemContext, organizationId: number): Promise<number | null> {
  const referrer = await ctx.systemTransaction((tx) => findRewardedReferrer(tx, organizationId, 1));
  return referrer === null ? null : REFERRAL_BONUS_CREDITS;
}

/**
 * All that was paid was given back within a month, or was lost in a dispute, which takes a bank months: the bonus of both sides goes as far as
 * it is unspent.
 */
async function withdrawReferral(ctx: SystemContext, organizationId: number, isLost: boolean): Promise<void> {
  const hours = 24 * (isLost ? DISPUTE_IN_DAYS : REFERRAL_TRIAL_IN_DAYS);
  const referrer = await ctx.systemTransaction((tx) => findRewardedReferrer(tx, organizationId, hours));
  if (referrer === null) return;
  const key = `referral-refund:${organizationId}`;
  const taken = { amount: REFERRAL_BONUS_CREDITS, purpose: 'Referral bonus withdrawn', key };
  for (const id of [organizationId, referrer])
    await ctx.forOrganization(id).transaction((tx) => deductCreditsLeft(tx, taken));
}

/** The same for a person who waits for it: what the provider does not answer now will be read later. */
export async function syncCustomerSoon(ctx: SystemContext, organizationId: number): Promise<boolean> {
  try {
    await syncCustomer(ctx, organizationId);
    return true;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    ctx.log.warn({ kind: error.kind, reason: error.reason }, 'payment provider not reachable');
    await ctx.forOrganization(organizationId).transaction(wakeReading);
    return false;
  }
}

/** Marks the customer as to be read and wakes who reads. */
export async function wakeReading(tx: TransactionContext): Promise<void> {
  await store.requestSync(tx);
  tx.jobs.add(READ_CUSTOMER_TASK, {}, { key: `${READ_CUSTOMER_TASK}:${tx.organization.id}` });
}

/** Reads those whose report was lost or could not be followed, and everybody once a day. */
export async function syncWaitingCustomers(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  if (!ctx.ports.payments.is_configured) return;
  const ids = await ctx.systemTransaction(async (tx) => {
    await store.pruneEvents(tx, EVENTS_KEPT_IN_DAYS);
    return store.listUnread(tx, CUSTOMERS_A_ROUND);
  });
  await runUnits(
    ctx,
    {
      loop: store.READING_LOOP,
      units: ids.map((organization_id) => ({ organization_id, key: 'customer' })),
      share: 1,
      at_once: 2,
      time_box_in_ms: 60_000,
      // Without a response it is retried by a job of its own, and blocks nothing behind it.
      run: async ({ organization_id }) => {
        await syncCustomerSoon(ctx, organization_id);
      },
    },
    signal,
  );
}

export async function runSyncJob(ctx: SystemContext, payload: Record<string, unknown>): Promise<void> {
  await syncCustomer(ctx, Number(payload.organization_id));
}

export type PaymentContext = Pick<Context, 'transaction' | 'organization' | 'ports' | 'config' | 'log'> & {
  system: SystemContext;
  user: NonNullable<Context['user']>;
};
