import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Problem } from './problems.ts';

/** What goes wrong with the next calls. */
export const faultBody = z.strictObject({
  /** Part of the address: '/linkedin/search', '/users/invite'. Empty: every call. */
  path: z.string().max(200).default(''),
  /** Answer with this status instead of doing it. */
  status: z.number().int().min(400).max(599).optional(),
  /** errors/... */
  type: z.string().max(100).default('provider_error'),
  retry_after_in_seconds: z.number().int().min(0).optional(),
  delay_in_ms: z.number().int().min(0).max(120_000).default(0),
  /** before: the connection breaks and nothing was done; after: it was done, the answer never comes. */
  drop: z.enum(['before', 'after']).optional(),
  /** An answer that is none of the provider's. */
  garbage: z.boolean().default(false),
  times: z.number().int().min(1).max(10_000).default(1),
});
export type Fault = z.output<typeof faultBody>;

export type Faults = { add(fault: Fault): void; clear(): void };

/** Puts faults before (and after) every call of the provider. Call before the routes are registered. */
export function registerFaults(app: FastifyInstance, isProviderCall: (url: string) => boolean): Faults {
  let waiting: Fault[] = [];
  const running = new WeakMap<object, Fault>();

  app.addHook('preHandler', async (request, reply) => {
    if (!isProviderCall(request.url)) return;
    const fault = waiting.find((candidate) => request.url.includes(candidate.path));
    if (fault === undefined) return;
    fault.times -= 1;
    waiting = waiting.filter((candidate) => candidate.times > 0);
    running.set(request, fault);
    if (fault.delay_in_ms > 0) await new Promise((resolve) => setTimeout(resolve, fault.delay_in_ms));
    if (fault.drop === 'before') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (fault.status !== undefined) {
      throw new Problem(fault.status, fault.type, `Simulated ${fault.type}.`, fault.retry_after_in_seconds ?? null);
    }
    return undefined;
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    const fault = running.get(request);
    if (fault?.drop === 'after') request.raw.socket.destroy();
    return fault?.garbage ? '{"object":"Surprise"' : payload;
  });
  return {
    add: (fault) => void waiting.push({ ...fault }),
    clear: () => {
      waiting = [];
    },
  };
}
