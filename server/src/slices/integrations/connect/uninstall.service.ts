import { CRM_TYPES } from '@overture/domain/crm';
import type { FastifyInstance } from 'fastify';
import type { SystemContext } from '../../../kernel/context.ts';
import { getOrigin } from '../../../kernel/security-log/request-origin.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { listByAccount, markExpired } from '../integrations.store.ts';

/**
 * An uninstall is reported to the redirect address, signed with the client's secret. A repeated one changes nothing: the
 * integration has to be connected again already.
 */
export function serveUninstalls(app: FastifyInstance, ctx: SystemContext): void {
  app.delete('/settings/integrations', { bodyLimit: 10_000 }, async (request, reply) => {
    const authorization = request.headers.authorization ?? '';
    for (const type of CRM_TYPES) {
      const account = ctx.ports.crm[type].oauth.readUninstall({ authorization, body: request.body });
      if (account === null) continue;
      for (const { id, organization_id } of await ctx.systemTransaction((tx) => listByAccount(tx, type, account))) {
        await ctx.systemTransaction(async (tx) => {
          const isNew = await markExpired(tx, id, null);
          if (isNew)
            tx.forOrganization(organization_id).live.publish('integration_changed', { integration_type: type });
        });
      }
      return reply.send({ received: true });
    }
    await recordSecurityEvent(ctx, { event: 'webhook_refused', origin: getOrigin(request), reason: 'uninstall' });
    return reply.code(401).send({ received: false });
  });
}
