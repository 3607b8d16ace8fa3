import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findRefusal, type PublishedCall } from '../published-calls.ts';
import type { AskedPerson, Vendor } from './people.ts';
import { HUNTER_CALLS } from './schema/hunter.calls.ts';
import { LUSHA_CALLS } from './schema/lusha.calls.ts';
import { PROSPEO_CALLS } from './schema/prospeo.calls.ts';

const PUBLISHED: Record<Vendor, readonly PublishedCall[]> = {
  hunter: HUNTER_CALLS,
  prospeo: PROSPEO_CALLS,
  lusha: LUSHA_CALLS,
};
/** How each vendor words a refusal. */
const PROBLEMS: Record<Vendor, (message: string) => object> = {
  hunter: (details) => ({ errors: [{ id: 'wrong_params', code: 400, details }] }),
  prospeo: (message) => ({ error: true, error_code: 'INVALID_REQUEST', message }),
  lusha: (message) => ({ statusCode: 400, message, errors: [message] }),
};

/** One question a vendor was asked, oldest first. `answered` is the HTTP status. */
type ContactCall = { vendor: Vendor; kind: string; person: AskedPerson; answered: number; asked_at: string };

/** A fault of a vendor for the next `times` requests. */
type ContactFault = {
  status?: number | undefined;
  /** With 403 and 429: the header Retry-After. */
  retry_after_in_seconds?: number | undefined;
  delay_in_ms?: number | undefined;
  /** Sent instead of an answer, with status 200. */
  body?: string | undefined;
  /** The connection is closed instead of an answer. */
  drop?: boolean | undefined;
  times: number;
};

export type ContactCalls = {
  calls: ContactCall[];
  faults: Map<Vendor, ContactFault>;
  /** Notes the question and answers it: as told by a fault, else with what `answer` gives. */
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    question: Pick<ContactCall, 'vendor' | 'kind' | 'person'> & { key: unknown },
    answer: () => { status: number; body: unknown },
  ): Promise<FastifyReply>;
};

const MOST_CALLS = 20_000;

export function createContactCalls(now: () => number): ContactCalls {
  const calls: ContactCall[] = [];
  const faults = new Map<Vendor, ContactFault>();

  function nextFault(vendor: Vendor): ContactFault | null {
    const fault = faults.get(vendor);
    if (fault === undefined || fault.times <= 0) return null;
    fault.times -= 1;
    return fault;
  }

  return {
    calls,
    faults,
    async answer(request, reply, { key, ...question }, answer) {
      const fault = nextFault(question.vendor);
      // Noted when it was asked, whenever it is answered.
      const finish = async (answered: number, send: () => FastifyReply): Promise<FastifyReply> => {
        if (calls.length === MOST_CALLS) calls.shift();
        calls.push({ ...question, answered, asked_at: new Date(now()).toISOString() });
        if (fault?.delay_in_ms) await sleep(fault.delay_in_ms);
        return send();
      };
      if (fault?.drop)
        return finish(0, () => {
          reply.hijack();
          reply.raw.destroy();
          return reply;
        });
      if (fault?.retry_after_in_seconds !== undefined)
        reply.header('retry-after', String(fault.retry_after_in_seconds));
      const isRefused = typeof key !== 'string' || key === '' || key === 'wrong';
      const status = fault?.status ?? (isRefused ? 401 : null);
      if (status !== null)
        return finish(status, () => reply.code(status).send({ error: true, error_code: 'FAULT', message: 'As told.' }));
      const path = request.url.slice(`/contacts/${question.vendor}`.length).split('?')[0] ?? '';
      const refusal = findRefusal(PUBLISHED[question.vendor], request, path, null);
      if (refusal) return finish(400, () => reply.code(400).send(PROBLEMS[question.vendor](refusal.message)));
      if (fault?.body !== undefined) return finish(200, () => reply.type('application/json').send(fault.body));
      const { status: code, body } = answer();
      return finish(code, () => reply.code(code).send(body));
    },
  };
}
