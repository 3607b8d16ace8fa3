import type { FastifyInstance } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import type { Loop } from '../../kernel/slice.ts';
import { judgeRequests, judgeWork } from './status.rules.ts';
import { addMinute, measureWork } from './status.store.ts';

/** Twice a minute: a round that is late skips no minute. */
const EVERY_IN_MS = 30_000;

/** What workers do, measured by a process of the role `cron`: it sees that there is none. */
export const measureWorkers: Loop = {
  name: 'status-of-work',
  interval_in_ms: EVERY_IN_MS,
  async run(ctx: SystemContext) {
    const measured = await ctx.systemRead(measureWork);
    await ctx.systemTransaction((tx) => addMinute(tx, judgeWork(measured)));
  },
};

/** What this process answered, counted from its start and written down by its loop. A process that answers nothing writes nothing. */
export function countRequests(app: FastifyInstance): Loop {
  let [all, failed] = [0, 0];
  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith('/api/')) {
      all += 1;
      if (reply.statusCode >= 500) failed += 1;
    }
    done();
  });
  return {
    name: 'status-of-requests',
    interval_in_ms: EVERY_IN_MS,
    async run(ctx: SystemContext) {
      const api = judgeRequests(failed, all);
      [all, failed] = [0, 0];
      await ctx.systemTransaction((tx) => addMinute(tx, { api }));
    },
  };
}
