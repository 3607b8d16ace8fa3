import { RIGHTS } from '@overture/domain/access/permissions';
import { CREDIT_PURCHASE, EXTRA_LIMITS, isPurchasableCredits, PRICES } from '@overture/domain/money/pricing';
import { z } from 'zod';
import { done, endpoint, unused } from './endpoint.ts';

const { credits_per_step } = PRICES;

const extras = {
  extra_linkedin_accounts: z.coerce.number<number | string>().int().min(0).max(EXTRA_LIMITS.linkedin_accounts),
  extra_email_accounts: z.coerce.number<number | string>().int().min(0).max(EXTRA_LIMITS.email_accounts),
  /** A month. */
  extra_credits: z.coerce.number<number | string>().int().min(0).max(EXTRA_LIMITS.credits).multipleOf(credits_per_step),
};

const priceSchema = z.object({
  base: z.number(),
  email_accounts: z.number(),
  linkedin_accounts: z.number(),
  credits: z.number(),
  total: z.number(),
});

const subscriptionSchema = z.object({
  /** none: never paid. past_due: a payment failed, everything continues until `grace_until`. */
  status: z.enum(['none', 'active', 'past_due', 'incomplete', 'ended']),
  is_partner: z.boolean(),
  extra_linkedin_accounts: z.number().int(),
  extra_email_accounts: z.number().int(),
  extra_credits: z.number().int(),
  /** Euros a month. */
  price: priceSchema,
  /** What an agency pays in it for its clients, all together; follows them. */
  clients: z.object({
    clients: z.number().int(),
    linkedin_accounts: z.number().int(),
    email_accounts: z.number().int(),
    credits: z.number().int(),
    price: priceSchema,
  }),
  period_ends_at: z.iso.datetime().nullable(),
  /** It was cancelled and runs until the period's end. */
  is_ending: z.boolean(),
  grace_until: z.iso.datetime().nullable(),
  /** Where the invoice that waits can be paid. */
  unpaid_invoice_url: z.string().nullable(),
});
export type SubscriptionState = z.output<typeof subscriptionSchema>;

const errors = ['payments_managed', 'payments_unavailable'] as const;

/** Plan and credits, paid at the payment provider. */
export const paymentEndpoints = {
  getPlanLink: endpoint('GET /payment/', {
    summary: 'Where the plan is ordered and paid',
    roles: RIGHTS.billing,
    while_acting: 'refused',
    query: z.object({
      affiliate_id: unused(z.string().max(200)),
      extra_linkedin_accounts: extras.extra_linkedin_accounts.default(0),
      extra_email_accounts: extras.extra_email_accounts.default(0),
      extra_credits: extras.extra_credits.default(0),
    }),
    ok: z.object({ payment_link: z.string() }),
    errors: [...errors, 'already_subscribed'],
  }),
  getCreditsLink: endpoint('GET /payment/credits', {
    summary: 'Where credits are bought',
    roles: RIGHTS.billing,
    while_acting: 'refused',
    query: z.object({
      credits: z.coerce
        .number<number | string>()
        .refine(
          isPurchasableCredits,
          `from ${CREDIT_PURCHASE.min} to ${CREDIT_PURCHASE.max} by ${CREDIT_PURCHASE.step}`,
        ),
    }),
    ok: z.object({ payment_link: z.string() }),
    errors: [...errors, 'no_subscription'],
  }),
  getCustomerPortal: endpoint('GET /payment/customer-portal/', {
    summary: 'Where the card is changed and invoices are found',
    roles: RIGHTS.billing,
    while_acting: 'refused',
    ok: z.object({ customer_portal_link: z.string() }),
    errors: [...errors, 'no_subscription'],
  }),
  cancelSubscription: endpoint('POST /payment/cancel-subscription/', {
    summary: 'Ends the subscription with its period',
    touches: ['billing', 'user'],
    roles: RIGHTS.billing,
    while_acting: 'refused',
    recorded: { event: 'subscription_cancelled' },
    ok: done,
    errors: [...errors, 'no_subscription'],
  }),
  keepSubscription: endpoint('POST /payment/keep-subscription/', {
    summary: 'Takes the cancellation back',
    touches: ['billing', 'user'],
    roles: RIGHTS.billing,
    while_acting: 'refused',
    recorded: { event: 'subscription_kept' },
    ok: done,
    errors: [...errors, 'no_subscription'],
  }),
  getSubscription: endpoint('GET /payment/subscription/', {
    summary: 'What is paid for and until when',
    shows: ['billing'],
    roles: RIGHTS.billing,
    ok: z.object({ data: subscriptionSchema }),
  }),
  changeExtras: endpoint('PUT /payment/subscription/', {
    summary: 'Changes what is paid for on top: accounts from today by the day, credits with the next month',
    touches: ['billing', 'user', 'credits'],
    roles: RIGHTS.billing,
    while_acting: 'refused',
    body: z.object(extras),
    recorded: { event: 'subscription_changed' },
    ok: z.object({ data: subscriptionSchema }),
    errors: [...errors, 'no_subscription', 'extras_in_use'],
  }),
  confirmPayment: endpoint('POST /payment/confirm/', {
    summary: 'Fetch a fresh payment from the provider without waiting for its webhook',
    touches: ['billing', 'user', 'credits'],
    roles: RIGHTS.billing,
    while_acting: 'refused',
    ok: z.object({
      data: subscriptionSchema,
      /** Credits this organization got in the last hour because it came by a referral; null for none. */
      referral_bonus: z.number().int().nullable(),
    }),
    errors: [...errors],
  }),
};
