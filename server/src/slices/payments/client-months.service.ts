import { isProviderError } from '@overture/adapters/kit/errors';
import {
  clientMonthCredits,
  creditsOfPaid,
  packsOf,
  refundedCredits,
  shareClientMonths,
} from '@overture/domain/money/client-months';
import { PLAN_INCLUDES } from '@overture/domain/money/pricing';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { deductCreditsLeft, grantCredits } from '../billing/index.ts';
import * as store from './client-months.store.ts';

type Tx = SystemTransactionContext;

/**
 * Gives clients of an agency the credits that its payments brought, and takes back the share of what was refunded. Each payment is shared
 * once and whole: the ledger's keys and the mark of the payment say so.
 */
export async function serveClients(ctx: SystemContext, agencyId: number): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    if ((await store.lockCustomer(tx, agencyId)) === undefined) return;
    for (const payment of await store.listUnserved(tx, agencyId)) {
      const isServed =
        payment.kind === 'cycle'
          ? await shareCycle(tx, agencyId, payment)
          : await grantFirstMonth(tx, agencyId, payment);
      if (isServed) await store.markServed(tx, agencyId, payment.payment_id);
    }
    for (const month of await store.listRefunded(tx, agencyId)) await refundMonth(tx, month);
  });
}

async function shareCycle(tx: Tx, agencyId: number, payment: store.UnservedPayment): Promise<boolean> {
  const { payment_id } = payment;
  const clients = await store.listWithoutMonth(tx, agencyId, payment_id);
  for (const { recipient_id, credits } of shareClientMonths(payment, clients, agencyId)) {
    await store.insertMonth(tx, agencyId, { month_id: payment_id, recipient_id, payment_id, credits });
    await grant(tx, recipient_id, { credits, payment_id });
  }
  return true;
}

/** False while the invoice is not on record yet: the payment may be read before. */
async function grantFirstMonth(tx: Tx, agencyId: number, payment: store.UnservedPayment): Promise<boolean> {
  const month = await store.markGranted(tx, agencyId, payment.payment_id);
  if (!month) return false;
  // A client that was erased before its invoice was paid leaves the credits to who paid them, and what refunds ask back.
  const isErased = !(await store.isOrganization(tx, month.recipient_id));
  if (isErased) await store.leaveToAgency(tx, agencyId, payment.payment_id);
  const recipient = isErased ? agencyId : month.recipient_id;
  const credits = Math.min(month.credits, creditsOfPaid(payment));
  await grant(tx, recipient, { credits, payment_id: payment.payment_id });
  return true;
}

const partyOf = (tx: Tx, id: number) => ({ db: tx.db, organization: { id }, live: tx.forOrganization(id).live });

async function grant(
  tx: Tx,
  id: number,
  { credits, payment_id }: { credits: number; payment_id: string },
): Promise<void> {
  const given = { amount: credits, purpose: 'Monthly credits', key: `client-month:${payment_id}` };
  await grantCredits(partyOf(tx, id), given);
}

/** What was spent is not asked back. */
async function refundMonth(tx: Tx, month: store.RefundedMonth): Promise<void> {
  const due = refundedCredits(month.credits, month);
  if (due <= month.refunded_credits) return;
  await store.saveRefund(tx, month.id, due);
  if (!(await store.isOrganization(tx, month.recipient_id))) return;
  await deductCreditsLeft(partyOf(tx, month.recipient_id), {
    amount: due - month.refunded_credits,
    purpose: 'Refunded credits',
    key: `client-refund:${month.payment_id}:${due}`,
  });
}

/**
 * Charges the full first month of each client that was added within the running month of its agency. The row is written before
 * the invoice: a client is charged once a month, even after an interruption. Returns whether anything was charged.
 * @throws ProviderError when the provider is not reachable
 */
export async function chargeFirstMonths(ctx: SystemContext, agencyId: number): Promise<boolean> {
  const { customer, waiting } = await ctx.systemTransaction(async (tx) => {
    const customer = await store.lockCustomer(tx, agencyId);
    const month_id = await store.findRunningMonth(tx, agencyId);
    for (const { id, extra_credits } of month_id ? await store.listWithoutMonth(tx, agencyId, month_id) : [])
      await store.insertMonth(tx, agencyId, {
        month_id: month_id as string,
        recipient_id: id,
        payment_id: null,
        credits: clientMonthCredits(extra_credits),
      });
    return { customer, waiting: await store.listWaiting(tx, agencyId) };
  });
  if (customer === undefined) return false;
  for (const { id, recipient_id, month_id, credits, name } of waiting) {
    const key = `${agencyId}:${recipient_id}:${month_id}`;
    const packs = packsOf(credits - PLAN_INCLUDES.client_credits);
    try {
      const invoice = await ctx.ports.payments.chargeClientMonth(customer, { key, client: name, packs });
      await ctx.systemTransaction((tx) => store.saveInvoice(tx, id, invoice));
    } catch (error) {
      // What the provider refuses for one client keeps no other from its month; it is asked again with the next round.
      if (!isProviderError(error) || error.kind !== 'rejected') throw error;
      ctx.log.warn({ kind: error.kind, reason: error.reason }, 'client month not charged, retrying');
    }
  }
  return waiting.length > 0;
}
