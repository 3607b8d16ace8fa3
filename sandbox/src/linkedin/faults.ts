import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type FaultRules, type Faults, faultFields, type Striking } from '../faults.ts';
import { ACTIONS } from './linkedin-ledger.ts';
import { wordsOf } from './network/member-behaviour.ts';
import type { RequestedAction } from './network/targets.ts';
import { Problem } from './problems.ts';

/** What goes wrong with the next calls. */
export const faultBody = z.strictObject({
  /** Part of the address: '/linkedin/search', '/users/invite'. Empty: every call. */
  path: z.string().max(200).default(''),
  /** Only for what is done to this person. */
  public_identifier: z.string().max(100).optional(),
  action: z.enum(ACTIONS).optional(),
  /** errors/... */
  type: z.string().max(100).default('provider_error'),
  ...faultFields,
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

export type LinkedinFaults = Faults<Fault>;

/** What goes wrong with calls of the provider, and how it says so. */
export function createFaultRules(
  isProviderCall: (url: string) => boolean,
  findRequestedAction: (request: FastifyRequest) => RequestedAction | null,
): FaultRules<Fault> {
  return {
    isProviderCall,
    matches(fault, request) {
      if (!request.url.includes(fault.path)) return false;
      const { action, public_identifier } = fault;
      if (action === undefined && public_identifier === undefined) return true;
      const requested = findRequestedAction(request);
      return (
        (action === undefined || action === requested?.action) &&
        (public_identifier === undefined || public_identifier === requested?.member?.public_identifier)
      );
    },
    findNamed(request, struck) {
      const requested = findRequestedAction(request);
      return requested === null ? null : findNamed(requested, struck);
    },
    problemOf,
    garbage: '{"object":"Surprise"',
    late: 'action',
  };
}

function findNamed({ action, account_id, member }: RequestedAction, struck: Set<string>): Striking<Fault> | null {
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
