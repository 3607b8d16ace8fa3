/** Stripe, and the version of its API that everything here was written for. */
export const stripeManifest = {
  id: 'STRIPE',
  label: 'Stripe',
  scopes: [],
  settings: ['STRIPE_API_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL', 'STRIPE_TAX'],
  address: 'https://api.stripe.com',
  webhook_path: '/webhooks/stripe',
  api_version: '2026-10-28.endive',
  limits: {
    timeout_in_ms: 20_000,
    max_answer_in_bytes: 8_000_000,
    /** Of the newest; a customer has twelve months' invoices and some purchases a year. */
    payments_per_read: 100,
    /** Of one invoice; clients that came and went within a month leave two lines each time. */
    lines_per_invoice: 1000,
    /** The same request twice is safe: each carries a key. */
    retries: 2,
  },
  /** Webhook events we subscribe to; each only names the customer to fetch again. */
  events: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'invoice.paid',
    'invoice.payment_failed',
    'invoice.payment_action_required',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ],
} as const;
