import type { ErrorCode } from '@overture/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { maskSubnet } from '../../kernel/http/client-network.ts';
import { rememberLast } from '../../kernel/limits/remember.ts';
import type { Loop } from '../../kernel/slice.ts';
import { type Answered, confirmWork, judgeRequests, judgeWork, type WorkStates } from './status.rules.ts';
import { addMinute, measureWork } from './status.store.ts';

/** Twice a minute: a round that is late skips no minute. */
const EVERY_IN_MS = 30_000;

/**
 * What workers do, measured by a process of the role `cron`: it sees that there is none. What the round before did not see does not count yet: a
 * mailbox that was connected just now is read in a moment, and a worker that starts has not spoken.
 */
export function measureWorkers(): Loop {
  let before: WorkStates | undefined;
  return {
    name: 'status-of-work',
    interval_in_ms: EVERY_IN_MS,
    async run(ctx: SystemContext) {
      const measured = judgeWork(await ctx.systemRead(measureWork));
      const states = before && confirmWork(measured, before);
      before = measured;
      if (states) await ctx.systemTransaction((tx) => addMinute(tx, states));
    },
  };
}

/** Failures of what others run: a tenant can cause them as often as it likes, and nothing here is broken. */
const OF_OTHERS: ReadonlySet<ErrorCode> = new Set([
  'not_configured',
  'identity_unavailable',
  'payments_unavailable',
  'lead_database_unavailable',
]);
const isOfOthers = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 502 || OF_OTHERS.has(error.code));

/** More callers of a half minute are not counted. */
const MAX_CALLERS = 5_000;

/** What this process answered, counted from its start and written down by its loop. A process that answers nothing writes nothing. */
export function countRequests(app: FastifyInstance): Loop {
  let callers = new Map<string, Answered>();
  const nameCaller = rememberLast(maskSubnet);
  const excused = new WeakSet<FastifyRequest>();
  app.addHook('onError', (request, _reply, error, done) => {
    if (isOfOthers(error)) excused.add(request);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith('/api/')) {
      const name = nameCaller(request.ip);
      const answered = callers.get(name) ?? { all: 0, failed: 0 };
      answered.all += 1;
      if (reply.statusCode >= 500 && !excused.has(request)) answered.failed += 1;
      if (callers.size < MAX_CALLERS) callers.set(name, answered);
    }
    done();
  });
  return {
    name: 'status-of-requests',
    interval_in_ms: EVERY_IN_MS,
    async run(ctx: SystemContext) {
      const api = judgeRequests([...callers.values()]);
      callers = new Map();
      await ctx.systemTransaction((tx) => addMinute(tx, { api }));
    },
  };
}
