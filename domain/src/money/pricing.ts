/**
 * Who pays for an installation's organizations: each organization itself, an operator who assigns plans after the
 * trial, or no one.
 */
export const BILLING_MODES = ['stripe', 'manual', 'unlimited'] as const;

/** The one in which organizations pay for their plans and credits themselves. */
export const PAID_BILLING = 'stripe' satisfies (typeof BILLING_MODES)[number];

/** In whole euros a month; credits once or a month. */
export const PRICES = {
  base_plan: 79,
  partner_plan: 0,
  extra_linkedin_account: 29,
  extra_email_account: 15,
  extra_credits: 5,
  credits_per_step: 250,
} as const;

export const PLAN_INCLUDES = {
  sender_accounts: 2,
  partner_sender_accounts: 1,
  credits_per_month: 750,
  client_email_accounts: 2,
  client_credits: 750,
} as const;

export const CREDIT_PURCHASE = { min: 250, max: 30_000, step: 250 } as const;

/** Sliders of an agency's client. */
export const CLIENT_EXTRAS = {
  email_accounts: { min: 0, max: 50, step: 1 },
  linkedin_accounts: { min: 0, max: 50, step: 1 },
  credits: { min: 0, max: 20_000, step: 250 },
} as const;

/** Credits each side gets when a referred organization subscribes. */
export const REFERRAL_BONUS_CREDITS = 750;

/** Most of each that one subscription takes on top; the specification names them for an agency's clients. */
export const EXTRA_LIMITS = { email_accounts: 50, linkedin_accounts: 50, credits: 20_000 } as const;

/** What an organization pays for on top of its plan. Counts of accounts, and a number of credits a month. */
export type Extras = { email_accounts: number; linkedin_accounts: number; credits: number };

/** Clients that an agency's subscription pays for, and what they have on top all together. */
export type ClientPlans = Extras & { clients: number };

export const NO_CLIENT_PLANS: Readonly<ClientPlans> = {
  clients: 0,
  email_accounts: 0,
  linkedin_accounts: 0,
  credits: 0,
};

/** One line each of a monthly price, in euros. */
export type PriceBreakdown = {
  base: number;
  email_accounts: number;
  linkedin_accounts: number;
  credits: number;
  total: number;
};

/** Price of a number of credits in euros; a begun block of 250 counts whole. */
export function priceCredits(credits: number): number {
  return Math.ceil(Math.max(0, credits) / PRICES.credits_per_step) * PRICES.extra_credits;
}

/** Monthly price of a plan with its extras, in euros. */
export function priceMonth(extras: Extras, options: { isPartner?: boolean } = {}): PriceBreakdown {
  return priceWith(options.isPartner ? PRICES.partner_plan : PRICES.base_plan, extras);
}

/** What an agency pays a month for its clients, in euros. */
export function priceClientPlans({ clients, ...extras }: ClientPlans): PriceBreakdown {
  return priceWith(clients * PRICES.base_plan, extras);
}

function priceWith(base: number, extras: Extras): PriceBreakdown {
  const email = Math.max(0, extras.email_accounts) * PRICES.extra_email_account;
  const linkedin = Math.max(0, extras.linkedin_accounts) * PRICES.extra_linkedin_account;
  const credits = priceCredits(extras.credits);
  return {
    base,
    email_accounts: email,
    linkedin_accounts: linkedin,
    credits,
    total: base + email + linkedin + credits,
  };
}

/** True when a number of credits can be bought: in bounds and on a step of the slider. */
export function isPurchasableCredits(credits: number): boolean {
  const { min, max, step } = CREDIT_PURCHASE;
  return Number.isInteger(credits) && credits >= min && credits <= max && credits % step === 0;
}
