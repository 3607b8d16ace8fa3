import { PRICES } from '@overture/domain/money/pricing';
import type Stripe from 'stripe';

/**
 * Every price of the catalogue, by the name that Stripe looks it up by. Amounts in cents.
 * What an agency pays for its clients has names of its own: it must not count as the agency's own extras.
 */
const CATALOGUE = {
  base_eur_month: { product: 'Starter plan', cents: PRICES.base_plan * 100, is_monthly: true },
  partner_eur_month: { product: 'Partner plan', cents: PRICES.partner_plan * 100, is_monthly: true },
  linkedin_eur_month: {
    product: 'Extra LinkedIn account',
    cents: PRICES.extra_linkedin_account * 100,
    is_monthly: true,
  },
  email_eur_month: { product: 'Extra email account', cents: PRICES.extra_email_account * 100, is_monthly: true },
  credits250_eur_month: {
    product: `${PRICES.credits_per_step} extra credits a month`,
    cents: PRICES.extra_credits * 100,
    is_monthly: true,
  },
  client_eur_month: { product: 'Client', cents: PRICES.base_plan * 100, is_monthly: true },
  client_linkedin_eur_month: {
    product: 'Extra LinkedIn account of a client',
    cents: PRICES.extra_linkedin_account * 100,
    is_monthly: true,
  },
  client_email_eur_month: {
    product: 'Extra email account of a client',
    cents: PRICES.extra_email_account * 100,
    is_monthly: true,
  },
  client_credits250_eur_month: {
    product: `${PRICES.credits_per_step} extra credits a month of a client`,
    cents: PRICES.extra_credits * 100,
    is_monthly: true,
  },
  client_eur_once: { product: 'First month of a client', cents: PRICES.base_plan * 100, is_monthly: false },
  credits250_eur_once: {
    product: `${PRICES.credits_per_step} credits`,
    cents: PRICES.extra_credits * 100,
    is_monthly: false,
  },
} as const;
export type PriceName = keyof typeof CATALOGUE;

/** Stripe's own limit. */
const NAMES_A_CALL = 10;

const PRICE_NAMES = Object.keys(CATALOGUE) as PriceName[];

export type Prices = Record<PriceName, string>;

/** Ids of our prices at Stripe. Those that are missing are made; one whose amount changed gets a successor of its name. */
export async function fetchPrices(stripe: Stripe): Promise<Prices> {
  const parts = Array.from({ length: Math.ceil(PRICE_NAMES.length / NAMES_A_CALL) }, (_, index) =>
    PRICE_NAMES.slice(index * NAMES_A_CALL, (index + 1) * NAMES_A_CALL),
  );
  const lists = await Promise.all(
    parts.map((lookup_keys) => stripe.prices.list({ lookup_keys, active: true, limit: 100 })),
  );
  const found = new Map(lists.flatMap(({ data }) => data).map((price) => [price.lookup_key, price]));
  const entries = await Promise.all(
    PRICE_NAMES.map(async (name) => {
      const price = found.get(name);
      return [name, price?.unit_amount === CATALOGUE[name].cents ? price.id : await createPrice(stripe, name)] as const;
    }),
  );
  return Object.fromEntries(entries) as Prices;
}

async function createPrice(stripe: Stripe, name: PriceName): Promise<string> {
  const { product, cents, is_monthly } = CATALOGUE[name];
  const price = await stripe.prices.create(
    {
      currency: 'eur',
      unit_amount: cents,
      lookup_key: name,
      transfer_lookup_key: true,
      tax_behavior: 'exclusive',
      product_data: { name: product },
      ...(is_monthly ? { recurring: { interval: 'month' } } : {}),
    },
    { idempotencyKey: `overture:price:${name}:${cents}` },
  );
  return price.id;
}
