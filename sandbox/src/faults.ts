import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** What every stand-in can be told to do wrong; each adds which calls it means and its own word for the error. */
export const faultFields = {
  /** Answer with this status instead of doing it. */
  status: z.number().int().min(400).max(599).optional(),
  /** With `status`: do it, and answer so nevertheless. */
  performs: z.boolean().default(false),
  retry_after_in_seconds: z.number().int().min(0).optional(),
  delay_in_ms: z.number().int().min(0).max(120_000).default(0),
  /** before: the connection breaks and nothing was done; after: it was done, the answer never comes. */
  drop: z.enum(['before', 'after']).optional(),
  /** An answer that is none of the provider's. */
  garbage: z.boolean().default(false),
  times: z.number().int().min(1).max(10_000).default(1),
};
type FaultFields = z.output<z.ZodObject<typeof faultFields>>;

/** A fault that strikes a call, and what the ledger calls it. */
export type Striking<Fault> = { fault: Fault; label: string };

export interface FaultRules<Fault> {
  isProviderCall(url: string): boolean;
  /** Whether a fault that waits means this call. */
  matches(fault: Fault, request: FastifyRequest): boolean;
  /** A fault by a name in the call; `struck` remembers those that strike once. */
  findNamed(request: FastifyRequest, struck: Set<string>): Striking<Fault> | null;
  /** The error in the provider's shape. */
  problemOf(fault: Fault): Error & { body(): object };
  garbage: string;
  /**
   * action: the call takes effect late; answer: it takes effect immediately and is answered late, which hides the
   * outcome from its caller.
   */
  late: 'action' | 'answer';
}

export type Faults<Fault> = {
  add(fault: Fault): void;
  clear(): void;
  /** How the outcome of this request is hidden from the client; null if it is reported. */
  hiddenBy(request: FastifyRequest): string | null;
};

/** Puts faults before (and after) every call of a provider. Call before the routes are registered. */
export function registerFaults<Fault extends FaultFields>(
  app: FastifyInstance,
  rules: FaultRules<Fault>,
): Faults<Fault> {
  let waiting: Fault[] = [];
  const struck = new Set<string>();
  const striking = new WeakMap<object, Striking<Fault>>();

  function findFault(request: FastifyRequest): Striking<Fault> | null {
    const fault = waiting.find((one) => rules.matches(one, request));
    if (fault === undefined) return rules.findNamed(request, struck);
    fault.times -= 1;
    waiting = waiting.filter((candidate) => candidate.times > 0);
    return { fault, label: 'control' };
  }
  const isRefused = ({ status, performs }: Fault): boolean => status !== undefined && !performs;
  const isLateAnswer = (fault: Fault): boolean => rules.late === 'answer' && !isRefused(fault);

  app.addHook('preHandler', async (request, reply) => {
    if (!rules.isProviderCall(request.url)) return;
    const found = findFault(request);
    if (found === null) return;
    const { fault } = found;
    striking.set(request, found);
    if (!isLateAnswer(fault)) await sleep(fault.delay_in_ms);
    if (fault.drop === 'before') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (isRefused(fault)) throw rules.problemOf(fault);
    return undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = striking.get(request)?.fault;
    if (fault === undefined) return payload;
    if (isLateAnswer(fault)) await sleep(fault.delay_in_ms);
    if (fault.drop === 'after') request.raw.socket.destroy();
    if (fault.status !== undefined && fault.performs && reply.statusCode < 400) {
      reply.code(fault.status).type('application/json').removeHeader('content-length');
      return JSON.stringify(rules.problemOf(fault).body());
    }
    return fault.garbage ? rules.garbage : payload;
  });
  return {
    add: (fault) => void waiting.push({ ...fault }),
    clear() {
      waiting = [];
      struck.clear();
    },
    hiddenBy(request) {
      const found = striking.get(request);
      if (found === undefined) return null;
      const { performs, drop, garbage, delay_in_ms } = found.fault;
      const isLate = rules.late === 'answer' && delay_in_ms > 0;
      return performs || drop === 'after' || garbage || isLate ? found.label : null;
    },
  };
}

const sleep = async (in_ms: number): Promise<void> => {
  if (in_ms > 0) await new Promise((resolve) => setTimeout(resolve, in_ms).unref());
};
