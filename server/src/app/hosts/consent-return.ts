import type { FastifyInstance } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { hostOf } from '../../kernel/http/sessions.ts';
import * as accounts from '../../slices/accounts/index.ts';
import * as integrations from '../../slices/integrations/index.ts';
import { findServedHost, urlAt } from '../../slices/organization/index.ts';

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
