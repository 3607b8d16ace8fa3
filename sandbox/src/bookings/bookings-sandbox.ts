import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { signBookingMessage } from './booking-messages.ts';

const control = z.strictObject({
  provider: z.enum(['cal_com', 'calendly']),
  webhook_url: z.url(),
  secret: z.string().min(1).max(200),
  message: z.unknown(),
});

const ANSWER_WITHIN_IN_MS = 15_000;

/** Cal.com and Calendly: `POST /__control/bookings` posts one message to a webhook address, signed as they sign it, and answers the status. */
export function registerBookingsSandbox(app: FastifyInstance): void {
  app.post('/__control/bookings', async (request) => {
    const { provider, webhook_url, secret, message } = control.parse(request.body);
    const { headers, body } = signBookingMessage(provider, message, secret);
    const signal = AbortSignal.timeout(ANSWER_WITHIN_IN_MS);
    const response = await fetch(webhook_url, { method: 'POST', headers, body, signal });
    await response.body?.cancel();
    return { status: response.status };
  });
}
