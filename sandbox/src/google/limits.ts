import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GoogleProblem } from './google-problems.ts';

/** What goes wrong with the next calls. */
export const faultBody = z.strictObject({
  /** Part of the address: '/history', '/drafts/send', '/batch/'. Empty: every call of the mail API. */
  path: z.string().max(300).default(''),
  status: z.number().int().min(400).max(599).default(503),
  reason: z.string().max(100).default('backendError'),
  message: z.string().max(500).default('Simulated.'),
  retry_after_in_seconds: z.number().int().min(0).optional(),
  /** Instead of `status`: an answer that is none of Google's, or one of so many bytes. */
  garbage: z.boolean().default(false),
  size_in_bytes: z.number().int().min(0).max(200_000_000).optional(),
  times: z.number().int().min(1).max(10_000).default(1),
});
type Fault = z.output<typeof faultBody>;

export type Limits = {
  /** Of one mailbox in a minute of real time. */
  units_per_minute: number;
  add(fault: Fault): void;
  /** @throws GoogleProblem */
  spend(email: string, units: number): void;
  strike(request: FastifyRequest): Promise<void>;
  spoil(request: FastifyRequest, payload: unknown): unknown;
};

const MINUTE_IN_MS = 60_000;

export function createLimits(): Limits {
  let faults: Fault[] = [];
  const spent = new Map<string, { minute: number; units: number }>();
  const spoiled = new WeakMap<FastifyRequest, Fault>();
  const limits: Limits = {
    units_per_minute: 15_000,
    add: (fault) => void faults.push({ ...fault }),
    spend(email, units) {
      const minute = Math.floor(Date.now() / MINUTE_IN_MS);
      const before = spent.get(email);
      const used = (before?.minute === minute ? before.units : 0) + units;
      if (used > limits.units_per_minute)
        throw new GoogleProblem(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded');
      spent.set(email, { minute, units: used });
    },
    async strike(request) {
      if (!/\/(?:gmail|batch)\//.test(request.url)) return;
      const fault = faults.find(({ path }) => request.url.includes(path));
      if (fault === undefined) return;
      fault.times -= 1;
      faults = faults.filter(({ times }) => times > 0);
      if (fault.garbage || fault.size_in_bytes !== undefined) return void spoiled.set(request, fault);
      throw new GoogleProblem(fault.status, fault.reason, fault.message, fault.retry_after_in_seconds ?? null);
    },
    spoil(request, payload) {
      const fault = spoiled.get(request);
      if (fault === undefined) return payload;
      return fault.size_in_bytes === undefined ? '{"surprise":' : Buffer.alloc(fault.size_in_bytes, 'x');
    },
  };
  return limits;
}
