import type { Payment, Subscription } from '@overture/domain/money/payments';
import { monthlyCredits } from '@overture/domain/money/payments';
import { PRICES } from '@overture/domain/money/pricing';
import type Stripe from 'stripe';
import { stripeManifest } from './stripe.manifest.ts';
import type { PriceName, Prices } from './stripe-prices.api.ts';

const limit = stripeManifest.limits.payments_per_read;

/** A word that is new to us stands for nothing paid. */
const STATUS: Readonly<Partial<Record<string, Subscription['status']>>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  unpaid: 'ended',
  paused: 'ended',
  canceled: 'ended',
};
const ORDER: readonly Subscription['status'][] = ['active', 'past_due', 'incomplete', 'ended'];

/** The subscription that counts: one that is paid before one that is not, the newest of several. */
export async function readSubscription(stripe: Stripe, customer: string, prices: Prices): Promise<Subscription | null> {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 20,
    expand: ['data.latest_invoice'],
  });
  const found = data.map((one) => describeSubscription(one, prices));
  return found.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))[0] ?? null;
}

function describeSubscription(given: Stripe.Subscription, prices: Prices): Subscription {
  const items = given.items.data;
  const count = (name: PriceName): number => items.find(({ price }) => price.id === prices[name])?.quantity ?? 0;
  const invoice = typeof given.latest_invoice === 'object' ? given.latest_invoice : null;
  const isUnpaid = invoice?.status === 'open' && (invoice.attempt_count ?? 0) > 0;
  const ends = Math.max(0, ...items.map(({ current_period_end }) => current_period_end));
  return {
    id: given.id,
    status: STATUS[given.status] ?? 'ended',
    is_partner: count('partner_eur_month') > 0,
    extras: {
      linkedin_accounts: count('linkedin_eur_month'),
      email_accounts: count('email_eur_month'),
      credits: count('credits250_eur_month') * PRICES.credits_per_step,
    },
    clients: {
      clients: count('client_eur_month'),
      linkedin_accounts: count('client_linkedin_eur_month'),
      email_accounts: count('client_email_eur_month'),
      credits: count('client_credits250_eur_month') * PRICES.credits_per_step,
    },
    period_ends_at: new Date(ends * 1000),
    is_ending: given.cancel_at_period_end,
    unpaid_since: isUnpaid ? new Date((invoice.status_transitions.finalized_at ?? invoice.created) * 1000) : null,
    unpaid_invoice_url: isUnpaid ? (invoice.hosted_invoice_url ?? null) : null,
  };
}

/** Everything paid, the months of the plan and the credits bought, with what of it was given back. */
export async function readPayments(stripe: Stripe, customer: string, prices: Prices): Promise<Payment[]> {
  const [invoices, intents] = await Promise.all([
    stripe.invoices.list({ customer, status: 'paid', limit, expand: ['data.payments'] }),
    stripe.paymentIntents.list({ customer, limit, expand: ['data.latest_charge'] }),
  ]);
  const refunded = new Map(intents.data.map((intent) => [intent.id, refundOf(intent)]));
  const bought = intents.data.filter(({ status, metadata }) => status === 'succeeded' && metadata.kind === 'credits');
  return [
    ...invoices.data.map((invoice) => describeInvoice(invoice, prices, refunded)),
    ...bought.map((intent) => describePurchase(intent)),
  ];
}

function describeInvoice(invoice: Stripe.Invoice, prices: Prices, refunded: ReadonlyMap<string, number>): Payment {
  const { billing_reason: reason } = invoice;
  const isMonth = reason === 'subscription_create' || reason === 'subscription_cycle';
  const packs = invoice.lines.data
    .filter((line) => priceOf(line) === prices.credits250_eur_month)
    .reduce((sum, line) => sum + (line.quantity ?? 0), 0);
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent));
  return {
    id: invoice.id,
    kind: isMonth ? 'cycle' : 'other',
    credits: isMonth ? monthlyCredits({ credits: packs * PRICES.credits_per_step }) : 0,
    amount_in_cents: invoice.amount_paid,
    refunded_in_cents: intents.reduce((sum, id) => sum + (refunded.get(id ?? '') ?? 0), 0),
    paid_at: new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000),
  };
}

function describePurchase(intent: Stripe.PaymentIntent): Payment {
  return {
    id: intent.id,
    kind: 'credits',
    credits: Number(intent.metadata.credits ?? 0),
    amount_in_cents: intent.amount_received,
    refunded_in_cents: refundOf(intent),
    paid_at: new Date(intent.created * 1000),
  };
}

function refundOf({ latest_charge }: Stripe.PaymentIntent): number {
  return latest_charge !== null && typeof latest_charge === 'object' ? latest_charge.amount_refunded : 0;
}

function priceOf({ pricing }: Stripe.InvoiceLineItem): string | null {
  return idOf(pricing?.price_details?.price);
}

function idOf(named: string | { id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
