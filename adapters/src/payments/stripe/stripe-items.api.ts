import { packsOf } from '@overture/domain/money/client-months';
import type { ClientPlans, Extras } from '@overture/domain/money/pricing';
import type Stripe from 'stripe';
import type { PriceName, Prices } from './stripe-prices.api.ts';

/** `by_day`: the rest of the period is charged or given back. */
type Charge = 'by_day' | 'next_period';

/** How many of a price a subscription is to have. */
export type Wanted = { name: PriceName; quantity: number; charge: Charge };

export const wantedExtras = ({ linkedin_accounts, email_accounts, credits }: Extras): Wanted[] => [
  { name: 'linkedin_eur_month', quantity: linkedin_accounts, charge: 'by_day' },
  { name: 'email_eur_month', quantity: email_accounts, charge: 'by_day' },
  { name: 'credits250_eur_month', quantity: packsOf(credits), charge: 'next_period' },
];

/** What brings credits is charged whole: with the next period, and the first month of a client by an invoice of its own. */
export const wantedClients = ({ clients, linkedin_accounts, email_accounts, credits }: ClientPlans): Wanted[] => [
  { name: 'client_eur_month', quantity: clients, charge: 'next_period' },
  { name: 'client_linkedin_eur_month', quantity: linkedin_accounts, charge: 'by_day' },
  { name: 'client_email_eur_month', quantity: email_accounts, charge: 'by_day' },
  { name: 'client_credits250_eur_month', quantity: packsOf(credits), charge: 'next_period' },
];

/** Quantities are absolute, and unchanged items are skipped: a repeated call charges once. */
export async function setItems(stripe: Stripe, prices: Prices, id: string, wanted: readonly Wanted[]): Promise<void> {
  const { items } = await stripe.subscriptions.retrieve(id);
  const changes = wanted.flatMap(({ name, quantity, charge }) => {
    const item = items.data.find(({ price }) => price.id === prices[name]);
    const before = item?.quantity ?? 0;
    if (before === quantity) return [];
    const removed: Stripe.SubscriptionUpdateParams.Item = quantity === 0 ? { deleted: true } : { quantity };
    const change = item ? { id: item.id, ...removed } : { price: prices[name], quantity };
    return [{ change, is_prorated: charge === 'by_day' }];
  });
  for (const is_prorated of [true, false]) {
    const some = changes.filter((one) => one.is_prorated === is_prorated).map(({ change }) => change);
    if (some.length === 0) continue;
    const proration_behavior = is_prorated ? 'create_prorations' : 'none';
    await stripe.subscriptions.update(id, { items: some, proration_behavior });
  }
}
