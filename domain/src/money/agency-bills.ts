import type { InterfaceLanguage } from '../text/interface-languages.ts';
import type { ClientCreditSource } from './client-months.ts';
import { PRICES } from './pricing.ts';

/** What a client of an agency pays for in a month, in the order of the bill. */
export const BILLED_ITEMS = ['base', 'email_accounts', 'linkedin_accounts', 'credits', 'purchases'] as const;
export type BilledItem = (typeof BILLED_ITEMS)[number];

export const BILLED_ITEM_LABELS: Record<BilledItem, string> = {
  base: 'Base plan',
  email_accounts: 'Extra email accounts',
  linkedin_accounts: 'Extra LinkedIn accounts',
  credits: 'Extra credits a month',
  purchases: 'Credits bought',
};

/** In cents: of a plan, an account and a pack of 250 credits. */
export interface ClientPrices {
  base: number;
  email_account: number;
  linkedin_account: number;
  credit_pack: number;
}

/** Most that an agency can ask for one of them, in cents. */
export const CLIENT_PRICE_MAX = 1_000_000;

/** What an agency pays itself, and asks of its clients while it has no list of its own. */
export const AGENCY_COSTS: Readonly<ClientPrices> = {
  base: PRICES.base_plan * 100,
  email_account: PRICES.extra_email_account * 100,
  linkedin_account: PRICES.extra_linkedin_account * 100,
  credit_pack: PRICES.extra_credits * 100,
};

/** What a client had on top in a month, at most, and what it was given and bought beside that. */
export interface ClientUse {
  email_accounts: number;
  linkedin_accounts: number;
  /** A month. */
  credits: number;
  purchased_credits: number;
  purchases_in_cents: number;
}

export interface BillLine {
  item: BilledItem;
  /** Plans, accounts, or credits. */
  quantity: number;
  /** What the agency pays for it. */
  cost_in_cents: number;
  /** What it asks of the client. */
  price_in_cents: number;
}

/** Whole packs: credits come in no other portions. */
export function priceCreditPacks(credits: number, pack_in_cents: number): number {
  return Math.ceil(Math.max(0, credits) / PRICES.credits_per_step) * pack_in_cents;
}

/**
 * Lines of a client's month. What was bought came out of credits that the agency has paid for already, and keeps the price of its day. The
 * same goes for extra credits where they come out of its balance.
 */
export function billClient(
  use: ClientUse,
  prices: ClientPrices,
  credits_from: ClientCreditSource = 'invoice',
): BillLine[] {
  const line = (item: BilledItem, quantity: number, amountAt: (list: Readonly<ClientPrices>) => number): BillLine => ({
    item,
    quantity,
    cost_in_cents: amountAt(AGENCY_COSTS),
    price_in_cents: amountAt(prices),
  });
  return [
    line('base', 1, (list) => list.base),
    line('email_accounts', use.email_accounts, (list) => use.email_accounts * list.email_account),
    line('linkedin_accounts', use.linkedin_accounts, (list) => use.linkedin_accounts * list.linkedin_account),
    {
      ...line('credits', use.credits, (list) => priceCreditPacks(use.credits, list.credit_pack)),
      ...(credits_from === 'balance' ? { cost_in_cents: 0 } : {}),
    },
    {
      item: 'purchases',
      quantity: use.purchased_credits,
      cost_in_cents: 0,
      price_in_cents: use.purchases_in_cents,
    },
  ];
}

export function sumLines(lines: readonly BillLine[]): { cost_in_cents: number; price_in_cents: number } {
  return {
    cost_in_cents: lines.reduce((sum, line) => sum + line.cost_in_cents, 0),
    price_in_cents: lines.reduce((sum, line) => sum + line.price_in_cents, 0),
  };
}

const inEuros = (language: string) => new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
const EUROS: Record<InterfaceLanguage, Intl.NumberFormat> = { en: inEuros('en'), de: inEuros('de') };

/** `€1,240.50`, in German `1.240,50 €`. */
export const formatCents = (cents: number, language: InterfaceLanguage = 'en'): string =>
  EUROS[language].format(cents / 100);

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026`. */
export const nameMonth = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const isMonth = (text: string): boolean => MONTH.test(text);

/** First day of a month and of the next, as YYYY-MM-DD. */
export function monthBounds(month: string): { first: string; next: string } {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { first: `${month}-01`, next: next.toISOString().slice(0, 10) };
}

/** A month moved by a number of months. */
export function shiftMonth(month: string, by: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + by);
  return moved.toISOString().slice(0, 7);
}
