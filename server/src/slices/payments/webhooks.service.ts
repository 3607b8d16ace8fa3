import type { IncomingHttpHeaders } from 'node:http';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { PaymentEvent } from '@overture/adapters/payments/payments.port';
import type { FastifyInstance } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { getOrigin } from '../../kernel/security-log/request-origin.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { wakeReading } from './customers.service.ts';
import * as store from './payments.store.ts';

/** An event carries one object with what it is made of. */
const MAX_BODY_IN_BYTES = 1024 * 1024;

/** The payment provider's webhook: verified byte for byte, recorded once, answered immediately. */
export function servePaymentWebhooks(app: FastifyInstance, ctx: SystemContext): void {
  const { path } = ctx.ports.payments.webhooks;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(path, { bodyLimit: MAX_BODY_IN_BYTES }, async (request, reply) => {
      const event = parseEvent(ctx, request.body, request.headers);
      if (!event) {
        await recordSecurityEvent(ctx, { event: 'webhook_refused', origin: getOrigin(request), reason: path });
        return reply.status(400).send({ received: false });
      }
      const customer_id = await findCustomer(ctx, event);
      if (customer_id) await receive(ctx, { ...event, customer_id });
      return reply.status(customer_id === undefined ? 503 : 200).send({ received: customer_id !== undefined });
    });
  });
}

function parseEvent(ctx: SystemContext, body: unknown, headers: IncomingHttpHeaders): PaymentEvent | null {
  if (!Buffer.isBuffer(body)) return null;
  try {
    return ctx.ports.payments.webhooks.parse(body, headers);
  } catch (error) {
    if (isProviderError(error)) return null;
    throw error;
  }
}

/** Whom an event concerns: a dispute names its payment only. Undefined while the provider cannot say it: it calls again. */
async function findCustomer(
  ctx: SystemContext,
  { customer_id, payment_id }: PaymentEvent,
): Promise<string | null | undefined> {
  if (customer_id !== null || payment_id === null) return customer_id;
  try {
    return await ctx.ports.payments.findCustomer(payment_id);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return error.kind === 'not_found' ? null : undefined;
  }
}

/** Customers of other installations that share the provider's account are heard, and none of our business. */
async function receive(
  ctx: SystemContext,
  { id, type, customer_id }: PaymentEvent & { customer_id: string },
): Promise<void> {
  const organizationId = await ctx.systemTransaction((tx) => store.findOrganization(tx, customer_id));
  if (organizationId === null) return;
  await ctx.forOrganization(organizationId).transaction(async (tx) => {
    if (await store.insertEvent(tx, { id, type })) await wakeReading(tx);
  });
}

/** Asks the provider to call us; asking again changes nothing. */
export async function registerPaymentWebhook(ctx: SystemContext): Promise<void> {
  const { payments } = ctx.ports;
  if (!payments.is_configured) return;
  try {
    const isSecretMissing = await payments.webhooks.register(`${ctx.config.APP_URL}${payments.webhooks.path}`);
    if (isSecretMissing)
      ctx.log.warn({}, 'the payment provider now calls us: copy its signing secret to the settings (see .env.example)');
  } catch (error) {
    if (!isProviderError(error)) throw error;
    ctx.log.warn({ kind: error.kind, reason: error.reason }, 'payment webhook not registered');
  }
}
