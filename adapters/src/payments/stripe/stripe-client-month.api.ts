import type Stripe from 'stripe';
import type { ClientMonthOrder } from '../payments.port.ts';
import { stripeManifest } from './stripe.manifest.ts';
import type { PriceName, Prices } from './stripe-prices.api.ts';

/** In the metadata of an invoice: which month of which client it charges. */
export const CLIENT_MONTH = 'client_month';

/**
 * Charges a client's first month at full price, on an invoice of its own. It looks for an existing invoice first:
 * Stripe forgets idempotency keys after a day. A declined card leaves it open, and Stripe retries automatically.
 */
export async function chargeClientMonth(
  stripe: Stripe,
  prices: Prices,
  customer: string,
  { order, has_tax }: { order: ClientMonthOrder; has_tax: boolean },
): Promise<{ id: string; url: string | null }> {
  const idempotencyKey = `overture:${CLIENT_MONTH}:${order.key}`;
  const { data } = await stripe.invoices.list({ customer, limit: stripeManifest.limits.payments_per_read });
  let invoice: Stripe.Invoice =
    data.find(({ metadata }) => metadata?.[CLIENT_MONTH] === order.key) ??
    (await stripe.invoices.create(
      {
        customer,
        currency: 'eur',
        collection_method: 'charge_automatically',
        auto_advance: false,
        pending_invoice_items_behavior: 'exclude',
        metadata: { [CLIENT_MONTH]: order.key },
        ...(has_tax ? { automatic_tax: { enabled: true } } : {}),
      },
      { idempotencyKey },
    ));
  if (invoice.status === 'draft') {
    await addItems(stripe, prices, customer, { invoice, order });
    invoice = await stripe.invoices.finalizeInvoice(
      invoice.id,
      { auto_advance: true },
      { idempotencyKey: `${idempotencyKey}:finalize` },
    );
    if (invoice.status === 'open') invoice = (await payNow(stripe, invoice.id)) ?? invoice;
  }
  return { id: invoice.id, url: invoice.hosted_invoice_url ?? null };
}

/** Those that are there already stay. */
async function addItems(
  stripe: Stripe,
  prices: Prices,
  customer: string,
  { invoice, order }: { invoice: Stripe.Invoice; order: ClientMonthOrder },
): Promise<void> {
  const wanted: { name: PriceName; quantity: number; description: string }[] = [
    { name: 'client_eur_once', quantity: 1, description: `First month of ${order.client}` },
    { name: 'credits250_eur_once', quantity: order.packs, description: `Extra credits of ${order.client}` },
  ];
  const known = invoice.lines.data.map(({ pricing }) => pricing?.price_details?.price);
  for (const { name, quantity, description } of wanted) {
    if (quantity === 0 || known.includes(prices[name])) continue;
    await stripe.invoiceItems.create(
      { customer, invoice: invoice.id, pricing: { price: prices[name] }, quantity, description },
      { idempotencyKey: `overture:${CLIENT_MONTH}:${order.key}:${name}` },
    );
  }
}

/** The invoice once it is paid; null when the card was declined, is missing, or its holder must confirm. */
async function payNow(stripe: Stripe, id: string): Promise<Stripe.Invoice | null> {
  try {
    return await stripe.invoices.pay(id);
  } catch (error) {
    if ([400, 402].includes((error as { statusCode?: number }).statusCode ?? 0)) return null;
    throw error;
  }
}
