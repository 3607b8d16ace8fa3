import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendingTo } from '../mail/api-faults.ts';
import { GraphProblem } from './problems.ts';

/** What goes wrong with the next calls. */
export const faultBody = z.strictObject({
  /** Part of the address: '/send', '/$value', '/token'. Empty: every call. */
  path: z.string().max(300).default(''),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  /** Only in this mailbox. */
  email: z.string().max(320).optional(),
  /** Answer with this status instead of doing it. */
  status: z.number().int().min(400).max(599).optional(),
  /** With `status`: do it, and answer so nevertheless. */
  performs: z.boolean().default(false),
  code: z.string().max(100).default('ServiceNotAvailable'),
  retry_after_in_seconds: z.number().int().min(0).optional(),
  delay_in_ms: z.number().int().min(0).max(120_000).default(0),
  /** before: the connection breaks and nothing was done; after: it was done, the answer never comes. */
  drop: z.enum(['before', 'after']).optional(),
  /** An answer that is none of the provider's. */
  garbage: z.boolean().default(false),
  times: z.number().int().min(1).max(10_000).default(1),
});
export type Fault = z.output<typeof faultBody>;

/** Faults by a word in the recipient's address (`done500+ada@...`): each hits the first try to send a mail to it. */
export const NAMED_FAULTS: Record<string, { about: string; fault: z.input<typeof faultBody> }> = {
  done500: { about: 'sent, but answered 500', fault: { status: 500, performs: true } },
  lost500: { about: 'not sent, answered 500', fault: { status: 500 } },
  done503: { about: 'sent, but answered 503', fault: { status: 503, performs: true } },
  lost503: { about: 'not sent, answered 503', fault: { status: 503 } },
  done504: { about: 'sent, but answered 504', fault: { status: 504, code: 'UnknownError', performs: true } },
  donedrop: { about: 'sent, then the connection breaks', fault: { drop: 'after' } },
  lostdrop: { about: 'the connection breaks, nothing was sent', fault: { drop: 'before' } },
  doneslow: { about: 'sent at once, answered after four seconds', fault: { delay_in_ms: 4000 } },
  busy: {
    about: '429, come back in a minute',
    fault: { status: 429, code: 'ApplicationThrottled', retry_after_in_seconds: 60 },
  },
};

/** What a call to send would send, and from where; null for other calls. */
export type Sending = { email: string; message_id: string; recipients: string[] };

export type Faults = {
  add(fault: Fault): void;
  clear(): void;
  /** How the client is kept from knowing what this request did; null where it is told. */
  hiddenBy(request: FastifyRequest): string | null;
};

type Running = { fault: Fault; label: string };

export type FaultSight = {
  /** Whose mailbox the call is about; null for those without a token. */
  readEmail(request: FastifyRequest): string | null;
  readSending(request: FastifyRequest): Sending | null;
};

/** Puts faults before (and after) every call of the provider. Call before the routes are registered. */
export function registerFaults(
  app: FastifyInstance,
  isProviderCall: (url: string) => boolean,
  sight: FaultSight,
): Faults {
  let waiting: Fault[] = [];
  const struck = new Set<string>();
  const running = new WeakMap<object, Running>();

  function findFault(request: FastifyRequest): Running | null {
    const url = decodeURIComponent(request.url);
    const fault = waiting.find(
      (one) =>
        url.includes(one.path) &&
        (one.method === undefined || one.method === request.method) &&
        (one.email === undefined || one.email.toLowerCase() === sight.readEmail(request)),
    );
    if (fault === undefined) return findNamed(sight.readSending(request), struck);
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
    if (fault.drop === 'before') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    if (fault.status === undefined || fault.performs) return undefined;
    await sleep(fault.delay_in_ms);
    throw problemOf(fault);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = running.get(request)?.fault;
    if (fault === undefined) return payload;
    // Late is the answer, not the deed.
    if (fault.status === undefined || fault.performs) await sleep(fault.delay_in_ms);
    if (fault.drop === 'after') request.raw.socket.destroy();
    if (fault.status !== undefined && fault.performs && reply.statusCode < 400) {
      reply.code(fault.status).type('application/json').removeHeader('content-length');
      return JSON.stringify(problemOf(fault).body());
    }
    return fault.garbage ? '{"@odata.context":"Surprise"' : payload;
  });
  return {
    add: (fault) => void waiting.push({ ...fault }),
    clear() {
      waiting = [];
      struck.clear();
    },
    hiddenBy(request) {
      const found = running.get(request);
      if (found === undefined) return null;
      const { performs, drop, garbage, delay_in_ms } = found.fault;
      return performs || drop === 'after' || garbage || delay_in_ms > 0 ? found.label : null;
    },
  };
}

function findNamed(sending: Sending | null, struck: Set<string>): Running | null {
  for (const recipient of sending?.recipients ?? []) {
    for (const word of recipient.slice(0, recipient.lastIndexOf('@')).split(/[^a-z0-9]+/)) {
      const named = Object.hasOwn(NAMED_FAULTS, word) ? NAMED_FAULTS[word] : undefined;
      const key = `${word} ${sending?.email} ${sending?.message_id} ${recipient}`;
      if (named === undefined || struck.has(key)) continue;
      struck.add(key);
      return { fault: faultBody.parse(named.fault), label: word };
    }
  }
  return sending === null ? null : findLasting(sending.recipients);
}

/** Recipients named after faults of mail servers: every try to send to them fails so. */
function findLasting(recipients: readonly string[]): Running | null {
  const { performs, tells } = sendingTo(recipients);
  if (tells === 'truth') return null;
  const fault: z.input<typeof faultBody> =
    tells === 'drop'
      ? { drop: performs ? 'after' : 'before' }
      : tells === 'silence'
        ? { delay_in_ms: 120_000 }
        : { status: tells.status, code: CODES[tells.status], performs };
  return { fault: faultBody.parse(fault), label: 'recipient' };
}

const CODES: Record<number, string> = {
  400: 'ErrorInvalidRecipients',
  403: 'ErrorMessageSubmissionBlocked',
  429: 'ApplicationThrottled',
  500: 'InternalServerError',
};

const sleep = async (in_ms: number): Promise<void> => {
  if (in_ms > 0) await new Promise((resolve) => setTimeout(resolve, in_ms).unref());
};

const problemOf = ({ status = 500, code, retry_after_in_seconds }: Fault): GraphProblem =>
  new GraphProblem(status, code, `Simulated ${code}.`, retry_after_in_seconds ?? null);
