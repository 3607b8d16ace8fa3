import { PLAN_INCLUDES, PRICES } from './pricing.ts';

/** Where the credits of an agency's clients come from: the agency's paid invoices, its own balance (plans set by hand), its trial, or nowhere. */
export const CLIENT_CREDIT_SOURCES = ['invoice', 'balance', 'trial', 'none', 'unlimited'] as const;
export type ClientCreditSource = (typeof CLIENT_CREDIT_SOURCES)[number];

/** What a payment brings to an agency's clients: whole months with their included credits, and packs on top. */
export type PaidClients = { months: number; packs: number };

export const NO_PAID_CLIENTS: Readonly<PaidClients> = { months: 0, packs: 0 };

export const packsOf = (credits: number): number => credits / PRICES.credits_per_step;

/** Credits of a client's whole month. */
export const clientMonthCredits = (extra_credits: number): number => PLAN_INCLUDES.client_credits + extra_credits;

export const creditsOfPaid = ({ months, packs }: PaidClients): number =>
  months * PLAN_INCLUDES.client_credits + packs * PRICES.credits_per_step;

/** Who gets how many credits of a payment. */
export type ClientShare = { recipient_id: number; credits: number };

/**
 * Distributes a paid month among the clients that don't have it yet, in their order. The rest belongs to the agency,
 * which paid for it. The shares always add up to the amount paid, even if the clients changed between invoice and
 * payment.
 */
export function shareClientMonths(
  paid: PaidClients,
  clients: readonly { id: number; extra_credits: number }[],
  agency_id: number,
): ClientShare[] {
  const served = clients.slice(0, paid.months);
  let { packs } = paid;
  const shares = served.map(({ id, extra_credits }) => {
    const own = Math.min(packs, packsOf(extra_credits));
    packs -= own;
    return { recipient_id: id, credits: creditsOfPaid({ months: 1, packs: own }) };
  });
  const rest = creditsOfPaid({ months: paid.months - served.length, packs });
  return rest > 0 ? [...shares, { recipient_id: agency_id, credits: rest }] : shares;
}

/** Credits of a share that a refund takes back in all; a begun credit stays. */
export function refundedCredits(
  credits: number,
  { refunded_in_cents, amount_in_cents }: { refunded_in_cents: number; amount_in_cents: number },
): number {
  if (amount_in_cents <= 0) return 0;
  return Math.floor((credits * Math.min(refunded_in_cents, amount_in_cents)) / amount_in_cents);
}
