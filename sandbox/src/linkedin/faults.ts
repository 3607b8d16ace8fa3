import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ACTIONS } from './linkedin-ledger.ts';
import { wordsOf } from './member-behaviour.ts';
import { Problem } from './problems.ts';
import type { Deed } from './targets.ts';

/** What goes wrong with the next calls. */
export const faultBody = z.strictObject({
  /** Part of the address: '/linkedin/search', '/users/invite'. Empty: every call. */
  path: z.string().max(200).default(''),
  /** Only for what is done to this person. */
  public_identifier: z.string().max(100).optional(),
  action: z.enum(ACTIONS).optional(),
  /** Answer with this status instead of doing it. */
  status: z.number().int().min(400).max(599).optional(),
  /** With `status`: do it, and answer so nevertheless. */
  performs: z.boolean().default(false),
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

/** Faults by a word in the address of a profile (`ada-accepts-done500`): each hits the first try of every kind of action. */
export const NAMED_FAULTS: Record<string, { about: string; fault: z.input<typeof faultBody>; isLasting?: true }> = {
  done500: { about: 'done, but answered 500', fault: { status: 500, type: 'unexpected_error', performs: true } },
  lost500: { about: 'not done, answered 500', fault: { status: 500, type: 'unexpected_error' } },
  done504: { about: 'done, but answered 504', fault: { status: 504, type: 'request_timeout', performs: true } },
  lost503: { about: 'not done, answered 503', fault: { status: 503, type: 'network_down' } },
  donedrop: { about: 'done, then the connection breaks', fault: { drop: 'after' } },
  lostdrop: { about: 'the connection breaks, nothing was done', fault: { drop: 'before' } },
  slow: { about: 'done after three seconds', fault: { delay_in_ms: 3000 } },
  busy: {
    about: '429, come back in a minute',
    fault: { status: 429, type: 'too_many_requests', retry_after_in_seconds: 60 },
  },
  throttled: { about: '422 cannot_resend_yet', fault: { status: 422, type: 'cannot_resend_yet' } },
  weekfull: { about: '422 limit_exceeded', fault: { status: 422, type: 'limit_exceeded' } },
  restricted: { about: '403 account_restricted', fault: { status: 403, type: 'account_restricted' } },
  closed: {
    about: '422 invalid_recipient, always',
    fault: { status: 422, type: 'invalid_recipient' },
    isLasting: true,
  },
};

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** How the client is kept from knowing what this request did; null where it is told. */
  hiddenBy(request: FastifyRequest): string | null;
};

type Running = { fault: Fault; label: string };

/** Puts faults before (and after) every call of the provider. Call before the routes are registered. */
export function registerFaults(
  app: FastifyInstance,
  isProviderCall: (url: string) => boolean,
  readDeed: (request: FastifyRequest) => Deed | null,
): Faults {
  let waiting: Fault[] = [];
  const struck = new Set<string>();
  const running = new WeakMap<object, Running>();

  function findFault(request: FastifyRequest): Running | null {
    const deed = readDeed(request);
    const fault = waiting.find(
      (one) =>
        request.url.includes(one.path) &&
        (one.action === undefined || one.action === deed?.action) &&
        (one.public_identifier === undefined || one.public_identifier === deed?.member?.public_identifier),
    );
    if (fault === undefined) return deed === null ? null : findNamed(deed, struck);
    fault.times -= 1;
    waiting = waiting.filter((candidate) => candidate.times > 0);
    return { fault, label: 'control' };
  }

  app.addHook('preHandler', async (request, reply) => {
    if (!isProviderCall(request.url)) return;
    const found = findFault(request);
    if (found === null) return;
    const { fault } = found;
    running.set(request, found);
    if (fault.delay_in_ms > 0) await new Promise((resolve) => setTimeout(resolve, fault.delay_in_ms));
    if (fault.drop === 'before') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (fault.status !== undefined && !fault.performs) throw problemOf(fault);
    return undefined;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = running.get(request)?.fault;
    if (fault?.drop === 'after') request.raw.socket.destroy();
    if (fault?.status !== undefined && fault.performs && reply.statusCode < 400) {
      reply.code(fault.status);
      return JSON.stringify(problemOf(fault).body());
    }
    return fault?.garbage ? '{"object":"Surprise"' : payload;
  });
  return {
    add: (fault) => void waiting.push({ ...fault }),
    clear() {
      waiting = [];
      struck.clear();
    },
    hiddenBy(request) {
      const found = running.get(request);
      const isHidden = found && (found.fault.performs || found.fault.drop === 'after' || found.fault.garbage);
      return isHidden ? found.label : null;
    },
  };
}

function findNamed({ action, account_id, member }: Deed, struck: Set<string>): Running | null {
  for (const word of member === undefined ? [] : wordsOf(member)) {
    const named = Object.hasOwn(NAMED_FAULTS, word) ? NAMED_FAULTS[word] : undefined;
    const key = `${word} ${action} ${account_id} ${member?.public_identifier}`;
    if (named === undefined || struck.has(key)) continue;
    if (!named.isLasting) struck.add(key);
    return { fault: faultBody.parse(named.fault), label: word };
  }
  return null;
}

const problemOf = ({ status = 500, type, retry_after_in_seconds }: Fault): Problem =>
  new Problem(status, type, `Simulated ${type}.`, retry_after_in_seconds ?? null);
