import { normalizeHost } from '@overture/domain/brand/host-name';
import Fastify, { type FastifyInstance } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { hostOf } from '../../kernel/http/sessions.ts';
import * as accounts from '../../slices/accounts/index.ts';
import { findServedHost, urlAt } from '../../slices/brand-hosts/index.ts';
import * as integrations from '../../slices/integrations/index.ts';
import { isTrackingHost } from '../../slices/link-tracking/index.ts';

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
    const isServed =
      host !== null &&
      (await system.systemRead(
        async (read) => (await findServedHost(read, host)) !== null || (await isTrackingHost(read, host)),
      ));
    return reply.status(isServed ? 200 : 404).send();
  });
  return app as FastifyInstance;
}

/** States are random words with, of CRMs, a name before them. */
const STATE = /^[\w.~-]{20,200}$/;

/**
 * Google, Microsoft and the CRMs redirect to one address, the installation's. A user of a brand's host is signed in there: they
 * are redirected to it with the parameters that came back. The target is in the row of the state, written by us; nothing in the
 * address decides it. The state itself is used up there, by its own user.
 */
export function serveConsentReturns(app: FastifyInstance, system: SystemContext): void {
  for (const { RETURN_PATH, findConsentHost } of [accounts, integrations]) {
    app.get<{ Querystring: { state?: unknown } }>(RETURN_PATH, async (request, reply) => {
      const { state } = request.query;
      const found = typeof state === 'string' && STATE.test(state) ? await findConsentHost(system, state) : null;
      const host = found === null ? null : await system.systemRead((read) => findServedHost(read, found));
      if (host === null || host === hostOf(request)) return reply.callNotFound();
      const query = request.url.slice(request.url.indexOf('?'));
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      return reply.redirect(`${urlAt(system, host)}${RETURN_PATH}${query}`, 303);
    });
  }
}
