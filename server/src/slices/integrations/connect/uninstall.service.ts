import { CRM_TYPES } from '@overture/domain/crm';
import type { FastifyInstance } from 'fastify';
import type { SystemContext } from '../../../kernel/context.ts';
import { readOrigin } from '../../../kernel/security-log/request-origin.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { listByAccount, markExpired } from '../integrations.store.ts';

/**
 * An uninstall is told at the address people come back to, signed with the client's own secret. Told once more it changes nothing: the
 * integration says already that it has to be connected again.
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
    await recordSecurityEvent(ctx, { event: 'webhook_refused', origin: readOrigin(request), reason: 'uninstall' });
    return reply.code(401).send({ received: false });
  });
}
