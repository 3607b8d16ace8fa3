import { NO_PAID_CLIENTS, type PaidClients } from '@overture/domain/money/client-months';
import type { Payment, Subscription } from '@overture/domain/money/payments';
import { monthlyCredits } from '@overture/domain/money/payments';
import { PRICES } from '@overture/domain/money/pricing';
import type Stripe from 'stripe';
import { stripeManifest } from './stripe.manifest.ts';
import { CLIENT_MONTH } from './stripe-client-month.api.ts';
import type { PriceName, Prices } from './stripe-prices.api.ts';

const { payments_per_read, lines_per_invoice } = stripeManifest.limits;

/** An unknown status counts as unpaid. */
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
export async function fetchSubscription(
  stripe: Stripe,
  customer: string,
  prices: Prices,
): Promise<Subscription | null> {
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
  const starts = Math.max(0, ...items.map(({ current_period_start }) => current_period_start));
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
    period_starts_at: new Date(starts * 1000),
    period_ends_at: new Date(ends * 1000),
    is_ending: given.cancel_at_period_end,
    unpaid_since: isUnpaid ? new Date((invoice.status_transitions.finalized_at ?? invoice.created) * 1000) : null,
    unpaid_invoice_url: isUnpaid ? (invoice.hosted_invoice_url ?? null) : null,
  };
}

/** Everything paid, the months of the plan and the credits bought, with what of it was given back. */
export async function fetchPayments(stripe: Stripe, customer: string, prices: Prices): Promise<Payment[]> {
  const [invoices, intents] = await Promise.all([
    stripe.invoices.list({ customer, status: 'paid', limit: payments_per_read, expand: ['data.payments'] }),
    stripe.paymentIntents.list({ customer, limit: payments_per_read, expand: ['data.latest_charge'] }),
  ]);
  const returned = new Map(
    await Promise.all(intents.data.map(async (intent) => [intent.id, await fetchRefunds(stripe, intent)] as const)),
  );
  const bought = intents.data.filter(({ status, metadata }) => status === 'succeeded' && metadata.kind === 'credits');
  return [
    ...(await Promise.all(
      invoices.data.map(async (invoice) =>
        describeInvoice(invoice, await fetchLines(stripe, invoice), prices, sumReturned(invoice, returned)),
      ),
    )),
    ...bought.map((intent) => describePurchase(intent, returned.get(intent.id) ?? NOTHING_RETURNED)),
  ];
}

/** An invoice shows its first lines only. */
async function fetchLines(stripe: Stripe, { id, lines }: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  if (!lines.has_more) return lines.data;
  return stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: lines_per_invoice });
}

function describeInvoice(
  invoice: Stripe.Invoice,
  lines: readonly Stripe.InvoiceLineItem[],
  prices: Prices,
  returned: Returned,
): Payment {
  const { billing_reason: reason } = invoice;
  const isMonth = reason === 'subscription_create' || reason === 'subscription_cycle';
  const isClients = invoice.metadata?.[CLIENT_MONTH] !== undefined;
  const whole = lines.filter((line) => !isProration(line));
  const count = (name: PriceName): number =>
    whole.filter((line) => priceOf(line) === prices[name]).reduce((sum, line) => sum + (line.quantity ?? 0), 0);
  const plan = whole.find((line) => [prices.base_eur_month, prices.partner_eur_month].includes(priceOf(line) ?? ''));
  return {
    id: invoice.id,
    kind: isMonth ? 'cycle' : isClients ? 'clients' : 'other',
    credits: isMonth ? monthlyCredits({ credits: count('credits250_eur_month') * PRICES.credits_per_step }) : 0,
    clients: describeClients({ isMonth, isClients }, count),
    period_starts_at: isMonth && plan ? new Date(plan.period.start * 1000) : null,
    amount_in_cents: invoice.amount_paid,
    ...returned,
    paid_at: new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000),
  };
}

function describeClients(
  { isMonth, isClients }: { isMonth: boolean; isClients: boolean },
  count: (name: PriceName) => number,
): PaidClients {
  if (isMonth) return { months: count('client_eur_month'), packs: count('client_credits250_eur_month') };
  if (isClients) return { months: count('client_eur_once'), packs: count('credits250_eur_once') };
  return NO_PAID_CLIENTS;
}

/** What is charged or given back for a part of a period brings no credits. */
function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false;
}

function describePurchase(intent: Stripe.PaymentIntent, returned: Returned): Payment {
  return {
    id: intent.id,
    kind: 'credits',
    credits: Number(intent.metadata.credits ?? 0),
    clients: NO_PAID_CLIENTS,
    period_starts_at: null,
    amount_in_cents: intent.amount_received,
    ...returned,
    paid_at: new Date(intent.created * 1000),
  };
}

type Returned = Pick<Payment, 'refunded_in_cents' | 'lost_in_cents'>;

const NOTHING_RETURNED: Returned = { refunded_in_cents: 0, lost_in_cents: 0 };

/** Refunds, and disputes that were lost: the bank took the money back. */
async function fetchRefunds(stripe: Stripe, { id, latest_charge: charge }: Stripe.PaymentIntent): Promise<Returned> {
  if (charge === null || typeof charge === 'string') return NOTHING_RETURNED;
  if (!charge.disputed) return { refunded_in_cents: charge.amount_refunded, lost_in_cents: 0 };
  const { data } = await stripe.disputes.list({ payment_intent: id, limit: 100 });
  const lost = data.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0);
  return { refunded_in_cents: Math.min(charge.amount, charge.amount_refunded + lost), lost_in_cents: lost };
}

function sumReturned(invoice: Stripe.Invoice, returned: ReadonlyMap<string, Returned>): Returned {
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent) ?? '');
  return intents.reduce((sum, id) => {
    const { refunded_in_cents, lost_in_cents } = returned.get(id) ?? NOTHING_RETURNED;
    return {
      refunded_in_cents: sum.refunded_in_cents + refunded_in_cents,
      lost_in_cents: sum.lost_in_cents + lost_in_cents,
    };
  }, NOTHING_RETURNED);
}

function priceOf({ pricing }: Stripe.InvoiceLineItem): string | null {
  return idOf(pricing?.price_details?.price);
}

export function idOf(named: string | { id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
