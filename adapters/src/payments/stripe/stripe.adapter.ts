import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { PRICES } from '@overture/domain/money/pricing';
import type Stripe from 'stripe';
import { parseOutboundAllow } from '../../kit/address-guard.ts';
import { ProviderError, type ProviderErrorKind } from '../../kit/errors.ts';
import { createGuardedFetch } from '../../kit/guarded-fetch.ts';
import { createGuardedHttp } from '../../kit/guarded-http.ts';
import type { PaymentEvent, PaymentsPort, PlanOrder, ReturnUrls } from '../payments.port.ts';
import { stripeManifest } from './stripe.manifest.ts';
import { chargeClientMonth } from './stripe-client-month.api.ts';
import { fetchPayments, fetchSubscription, idOf } from './stripe-customer.api.ts';
import { setItems, type Wanted, wantedClients, wantedExtras } from './stripe-items.api.ts';
import { fetchPrices, type Prices } from './stripe-prices.api.ts';

export type StripeSettings = {
  api_key: string;
  api_url: string;
  /** What it signs its calls with; those of keys before stay good until they are exchanged. */
  webhook_secrets: readonly string[];
  /** Stripe Tax computes taxes; it must be set up there first. */
  has_tax: boolean;
  /** Exemptions from the private-network guard. */
  outbound_allow: string;
};

const { limits, api_version } = stripeManifest;

type Client = { stripe: Stripe; settings: StripeSettings; prices(): Promise<Prices> };

export function createStripePayments(settings: StripeSettings): PaymentsPort {
  const client = createClient(settings);
  const { stripe, prices } = client;
  return {
    is_configured: true,
    check: () => translateErrors(async () => void (await stripe.prices.list({ limit: 1 }))),
    createCustomer: (given) => translateErrors(() => createCustomer(stripe, given)),
    createPlanCheckout: (customer, order, urls) =>
      translateErrors(async () => orderPage(client, customer, await describePlan(client, order), urls)),
    createCreditsCheckout: (customer, credits, urls) =>
      translateErrors(async () => orderPage(client, customer, await describeCredits(client, credits), urls)),
    createPortal: (customer, return_url) =>
      translateErrors(async () => (await stripe.billingPortal.sessions.create({ customer, return_url })).url),
    readCustomer: (id) =>
      translateErrors(async () => {
        const known = await prices();
        const [subscription, payments] = await Promise.all([
          fetchSubscription(stripe, id, known),
          fetchPayments(stripe, id, known),
        ]);
        return { id, subscription, payments };
      }),
    setEnding: (id, is_ending) =>
      translateErrors(async () => void (await stripe.subscriptions.update(id, { cancel_at_period_end: is_ending }))),
    changeExtras: (id, extras) =>
      translateErrors(async () => setItems(stripe, await prices(), id, wantedExtras(extras))),
    setClients: (id, clients) =>
      translateErrors(async () => setItems(stripe, await prices(), id, wantedClients(clients))),
    chargeClientMonth: (customer, order) =>
      translateErrors(async () =>
        chargeClientMonth(stripe, await prices(), customer, { order, has_tax: settings.has_tax }),
      ),
    findCustomer: (id) => translateErrors(async () => idOf((await stripe.paymentIntents.retrieve(id)).customer)),
    webhooks: {
      path: stripeManifest.webhook_path,
      parse: (body, headers) => parseEvent(client, body, String(headers['stripe-signature'] ?? '')),
      register: (url) => translateErrors(() => registerWebhook(client, url)),
    },
  };
}

/** A tenth of the program's modules, of no use to an installation that takes no payments. */
const loadStripe = (): typeof Stripe => createRequire(import.meta.url)('stripe');

function createClient(settings: StripeSettings): Client {
  const http = createGuardedHttp({ allow: parseOutboundAllow(settings.outbound_allow) });
  const fetchGuarded = createGuardedFetch(http, limits);
  // The library knows one address; a stand-in has another one.
  const fetchThere = (url: string | URL | Request, options?: RequestInit) =>
    fetchGuarded(String(url).replace(stripeManifest.address, settings.api_url), options ?? {});
  const Library = loadStripe();
  const stripe = new Library(settings.api_key, {
    apiVersion: api_version,
    httpClient: Library.createFetchHttpClient(fetchThere as typeof fetch),
    maxNetworkRetries: limits.retries,
    timeout: limits.timeout_in_ms,
    telemetry: false,
  });
  let known: Promise<Prices> | null = null;
  return {
    stripe,
    settings,
    prices() {
      known ??= fetchPrices(stripe).catch((error: unknown) => {
        known = null;
        throw error;
      });
      return known;
    },
  };
}

async function createCustomer(
  stripe: Stripe,
  { organization_id, name, email }: { organization_id: number; name: string; email: string },
): Promise<string> {
  const customer = await stripe.customers.create(
    { name, email, metadata: { organization_id: String(organization_id) } },
    { idempotencyKey: `overture:customer:${organization_id}:${hashOf([name, email])}` },
  );
  return customer.id;
}

const adjustable_quantity = { enabled: true, minimum: 0, maximum: 99 };

type Order = Pick<
  Stripe.Checkout.SessionCreateParams,
  'mode' | 'line_items' | 'subscription_data' | 'payment_intent_data'
>;

/** What is ordered can be changed on the page itself; what an agency's clients have cannot. */
async function describePlan(
  { prices }: Client,
  { is_partner, extras, clients, affiliate_id }: PlanOrder,
): Promise<Order> {
  const known = await prices();
  const linesOf = (wanted: readonly Wanted[]) =>
    wanted.filter(({ quantity }) => quantity > 0).map(({ name, quantity }) => ({ price: known[name], quantity }));
  return {
    mode: 'subscription',
    line_items: [
      { price: known[is_partner ? 'partner_eur_month' : 'base_eur_month'], quantity: 1 },
      ...linesOf(wantedExtras(extras)).map((line) => ({ ...line, adjustable_quantity })),
      ...linesOf(wantedClients(clients)),
    ],
    ...(affiliate_id ? { subscription_data: { metadata: { affiliate_id } } } : {}),
  };
}

async function describeCredits({ prices }: Client, credits: number): Promise<Order> {
  const price = (await prices()).credits250_eur_once;
  return {
    mode: 'payment',
    line_items: [{ price, quantity: credits / PRICES.credits_per_step }],
    payment_intent_data: { metadata: { kind: 'credits', credits: String(credits) } },
  };
}

/** Two clicks lead to one page: the newest page is handed out again while it is open, and else its id is in the key of the next. */
async function orderPage(
  { stripe, settings }: Client,
  customer: string,
  order: Order,
  { success_url, cancel_url }: ReturnUrls,
): Promise<string> {
  const [newest] = (await stripe.checkout.sessions.list({ customer, limit: 1 })).data;
  const fingerprint = hashOf([order, success_url, cancel_url]);
  if (newest?.status === 'open' && newest.metadata?.order === fingerprint && newest.url) return newest.url;
  const session = await stripe.checkout.sessions.create(
    {
      ...order,
      customer,
      success_url,
      cancel_url,
      metadata: { order: fingerprint },
      ...(order.mode === 'subscription' ? { allow_promotion_codes: true } : {}),
      ...(settings.has_tax ? taxFields : {}),
    },
    { idempotencyKey: `overture:checkout:${customer}:${fingerprint}:${newest?.id ?? 'first'}` },
  );
  if (!session.url) throw new ProviderError('rejected', 'Stripe gave no address to pay at.', { concerns: 'service' });
  return session.url;
}

const taxFields = {
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  billing_address_collection: 'required',
  customer_update: { address: 'auto', name: 'auto' },
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>;

async function registerWebhook({ stripe, settings }: Client, url: string): Promise<boolean> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = data.find((endpoint) => endpoint.url === url);
  if (known) {
    const isComplete = stripeManifest.events.every((event) => known.enabled_events.includes(event));
    if (!isComplete) await stripe.webhookEndpoints.update(known.id, { enabled_events: [...stripeManifest.events] });
    return false;
  }
  await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...stripeManifest.events],
    api_version,
  });
  return settings.webhook_secrets.length === 0;
}

type Named = string | { id: string } | null;

function parseEvent({ stripe, settings }: Client, body: Buffer, signature: string): PaymentEvent {
  for (const secret of settings.webhook_secrets) {
    try {
      const { id, type, data } = stripe.webhooks.constructEvent(body, signature, secret);
      const { customer, payment_intent } = data.object as { customer?: Named; payment_intent?: Named };
      return { id, type, customer_id: idOf(customer), payment_id: idOf(payment_intent) };
    } catch (error) {
      if (!(error instanceof loadStripe().errors.StripeSignatureVerificationError)) break;
    }
  }
  throw new ProviderError('rejected', 'This call was not signed by Stripe.', {
    concerns: 'service',
    code: 'signature',
  });
}

const KINDS: Record<string, ProviderErrorKind> = {
  StripeAuthenticationError: 'auth_expired',
  StripePermissionError: 'auth_expired',
  StripeRateLimitError: 'rate_limited',
  StripeConnectionError: 'unknown_outcome',
  StripeAPIError: 'unavailable',
};

/** @throws ProviderError with Stripe's words, which name no secret */
async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof loadStripe().errors.StripeError)) throw error;
    const kind = error.statusCode === 404 ? 'not_found' : (KINDS[error.type] ?? 'rejected');
    throw new ProviderError(kind, error.message, { concerns: 'service', code: error.code ?? null, cause: error });
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
