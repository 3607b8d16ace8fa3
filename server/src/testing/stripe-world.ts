import type { TestServer } from './harness.ts';
import type { MailWorld } from './mail-world.ts';

export const STRIPE_SECRET = 'whsec_sandbox';

const EVENTS = [
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'customer.subscription.deleted',
  'checkout.session.completed',
];

/** Settings of an installation that sells through the provider's stand-in. */
export function stripeEnvironment({ environment, sandbox }: MailWorld): Record<string, string> {
  return {
    ...environment,
    BILLING: 'stripe',
    STRIPE_API_KEY: 'sk_test_sandbox',
    STRIPE_API_URL: `${sandbox.addresses.http_url}/stripe`,
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
  };
}

/** Lets the stand-in announce changes to a server. Returns its status. */
export async function registerWebhook({ sandbox }: MailWorld, { program }: TestServer): Promise<number> {
  const { port } = program.app.addresses()[0] as { port: number };
  const answer = await fetch(`${sandbox.addresses.http_url}/stripe/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk_test' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/webhooks/stripe`, enabled_events: EVENTS }),
  });
  return answer.status;
}
