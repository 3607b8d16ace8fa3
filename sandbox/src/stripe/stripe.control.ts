import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { completeCheckout } from './stripe-pages.ts';
import type { StripeSandbox } from './stripe-sandbox.ts';
import { findById } from './stripe-world.ts';

const controlBody = z.strictObject({
  /** How events reach the installation. */
  repeat: z.number().int().min(1).max(20).optional(),
  is_held: z.boolean().optional(),
  is_lost: z.boolean().optional(),
  /** Sends what was kept back. */
  release: z.enum(['forward', 'backward']).optional(),
  /** The next calls are answered with this. */
  failure: z.strictObject({ status: z.number().int(), code: z.string(), times: z.number().int() }).optional(),
  /** Completes this page as a person would. */
  pay: z.strictObject({ session: z.string(), card: z.enum(['good', 'confirm']).default('good') }).optional(),
  card: z.strictObject({ customer: z.string(), card: z.enum(['good', 'declined', 'confirm']) }).optional(),
  /** The bank of who paid takes so many cents back. */
  dispute: z.strictObject({ of: z.string(), amount: z.number().int().min(1) }).optional(),
  /** How the dispute of a payment ends. */
  close_dispute: z.strictObject({ of: z.string(), status: z.enum(['won', 'lost']) }).optional(),
  /** Gives back so many cents of a payment, or of the payment of an invoice. */
  refund: z.strictObject({ of: z.string(), amount: z.number().int().min(1) }).optional(),
});

/** Calls with which tests and developers act as people and as Stripe. */
export function registerStripeControl(app: FastifyInstance, sandbox: StripeSandbox): void {
  const { state, events, cycle } = sandbox;
  app.get('/__control/state', async () => ({ ...state, keys: undefined }));
  app.post('/__control/stripe', async (request) => {
    const body = controlBody.parse(request.body);
    const { repeat, is_held, is_lost } = body;
    Object.assign(
      events.faults,
      Object.fromEntries(Object.entries({ repeat, is_held, is_lost }).filter(([, value]) => value !== undefined)),
    );
    if (body.failure) sandbox.failure = body.failure;
    if (body.pay) await completeCheckout(sandbox, findById(state.sessions, body.pay.session, 'session'), body.pay.card);
    if (body.card) {
      const customer = findById(state.customers, body.card.customer, 'customer');
      customer.card = body.card.card;
      for (const invoice of state.invoices)
        if (invoice.customer === customer.id && invoice.status === 'open') await cycle.pay(invoice);
    }
    const intentOf = (id: string) =>
      findById(state.intents, state.invoices.find((invoice) => invoice.id === id)?.intents[0] ?? id, 'payment');
    if (body.refund) await cycle.refund(intentOf(body.refund.of), body.refund.amount);
    if (body.dispute) await cycle.dispute(intentOf(body.dispute.of), body.dispute.amount);
    if (body.close_dispute) {
      const { id } = intentOf(body.close_dispute.of);
      const open = state.disputes.find((one) => one.payment_intent === id && one.status === 'needs_response');
      await cycle.closeDispute(findById(state.disputes, open?.id, 'dispute'), body.close_dispute.status);
    }
    return { sent: body.release ? await events.release(body.release) : 0 };
  });
}
