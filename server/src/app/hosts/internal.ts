import { normalizeHost } from '@overture/domain/brand/host-name';
import Fastify, { type FastifyInstance } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { findServedHost } from '../../slices/organization/index.ts';

/** Headers that a proxy adds to a request. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via'];

/**
 * Calls of programs beside this one, on a port of its own that no proxy leads to: whether a certificate may be issued for a
 * host. A request that came through a proxy after all is refused, and so is every unverified host. One indexed read, no name
 * server.
 */
export function createInternalServer(system: SystemContext): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.get<{ Querystring: { domain?: string } }>('/internal/tls/ask', async (request, reply) => {
    if (PASSED_ON.some((name) => request.headers[name] !== undefined)) return reply.status(403).send();
    const { domain } = request.query;
    const host = typeof domain === 'string' ? normalizeHost(domain) : null;
    const served = host === null ? null : await system.systemRead((read) => findServedHost(read, host));
    return reply.status(served === null ? 404 : 200).send();
  });
  return app as FastifyInstance;
}
