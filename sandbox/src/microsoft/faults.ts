import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type FaultRules, type Faults, faultFields, type Striking } from '../faults.ts';
import { sendingTo } from '../mail/api-faults.ts';
import { GraphProblem } from './problems.ts';

/** What goes wrong with the next calls. */
export const faultBody = z.strictObject({
  /** Part of the address: '/send', '/$value', '/token'. Empty: every call. */
  path: z.string().max(300).default(''),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  /** Only in this mailbox. */
  email: z.string().max(320).optional(),
  code: z.string().max(100).default('ServiceNotAvailable'),
  ...faultFields,
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
  doneslow: { about: 'sent immediately, answered after four seconds', fault: { delay_in_ms: 4000 } },
  busy: {
    about: '429, come back in a minute',
    fault: { status: 429, code: 'ApplicationThrottled', retry_after_in_seconds: 60 },
  },
};

/** What a call to send would send, and from where; null for other calls. */
type Sending = { email: string; message_id: string; recipients: string[] };

export type MicrosoftFaults = Faults<Fault>;

type FaultSight = {
  /** Whose mailbox the call is about; null for those without a token. */
  readEmail(request: FastifyRequest): string | null;
  readSending(request: FastifyRequest): Sending | null;
};

/** What goes wrong with calls of the provider, and how it says so. */
export function createFaultRules(isProviderCall: (url: string) => boolean, sight: FaultSight): FaultRules<Fault> {
  return {
    isProviderCall,
    matches: (fault, request) =>
      decodeURIComponent(request.url).includes(fault.path) &&
      (fault.method === undefined || fault.method === request.method) &&
      (fault.email === undefined || fault.email.toLowerCase() === sight.readEmail(request)),
    findNamed: (request, struck) => findNamed(sight.readSending(request), struck),
    problemOf,
    garbage: '{"@odata.context":"Surprise"',
    late: 'answer',
  };
}

function findNamed(sending: Sending | null, struck: Set<string>): Striking<Fault> | null {
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
function findLasting(recipients: readonly string[]): Striking<Fault> | null {
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

const problemOf = ({ status = 500, code, retry_after_in_seconds }: Fault): GraphProblem =>
  new GraphProblem(status, code, `Simulated ${code}.`, retry_after_in_seconds ?? null);
