import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { SystemContext } from '../../kernel/context.ts';
import type { Databases } from '../../kernel/db/pools.ts';
import { rememberFor } from '../../kernel/limits/remember.ts';

export interface Probes {
  /** From now on `/readyz` answers 503: a load balancer sends no new requests. Requests are still served. */
  startDraining(): void;
}

/**
 * `/livez` answers while the event loop runs: restarting a process does not bring a database back. `/readyz` answers 200 only if requests can be
 * served, and no longer once the process is about to end. `/healthz` asks the database and ignores draining.
 */
export function serveProbes(app: FastifyInstance, system: SystemContext, databases: Databases): Probes {
  let isDraining = false;
  const ask = rememberFor(1000, 1, () => system.systemRead(({ db }) => sql`select 1`.execute(db)));
  const answer = async (reply: FastifyReply): Promise<unknown> => {
    try {
      if (databases.health.state() !== 'up') throw databases.health.unavailable();
      await ask('');
      return { status: 'ok' };
    } catch {
      return reply.status(503).header('retry-after', '2').send({ status: 'unavailable' });
    }
  };
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/healthz', (_request, reply) => answer(reply));
  app.get('/readyz', (_request, reply) =>
    isDraining ? reply.status(503).header('retry-after', '2').send({ status: 'draining' }) : answer(reply),
  );
  return {
    startDraining() {
      isDraining = true;
    },
  };
}
