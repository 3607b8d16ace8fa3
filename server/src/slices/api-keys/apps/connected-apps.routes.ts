import type { ConnectedApp, connectedAppsEndpoints } from '@overture/contract/connected-apps';
import { toAppScopes } from '@overture/domain/access/key-scopes';
import type { Context } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { RouteTable } from '../../../kernel/slice.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import * as store from './apps.store.ts';
import { approveApp, declineApp, getAppRequest, hostOfClient } from './consent.service.ts';

/** @param saveUses writes the counts of this process, for lists that are up to date */
export function createConnectedAppsRoutes(saveUses: () => Promise<void>): RouteTable<typeof connectedAppsEndpoints> {
  return {
    getAppRequest: (ctx, { body }) => getAppRequest(ctx, body),
    approveApp: async (ctx, { body }) => {
      requireConfirmed(ctx);
      return approveApp(ctx, body.request, body.scopes);
    },
    declineApp: (ctx, { body }) => declineApp(ctx, body.request),
    listConnectedApps: async (ctx) => {
      await saveUses();
      return { apps: (await ctx.read(store.listApps)).map(presentApp) };
    },
    disconnectApp: async (ctx, { params }) => ({ app: await disconnectApp(ctx, params.id) }),
  };
}

/** @throws not_found, api_key_ended */
async function disconnectApp(ctx: Pick<Context, 'transaction'>, id: number): Promise<ConnectedApp> {
  return ctx.transaction(async (tx) => {
    const app = orNotFound(await store.lockApp(tx, id));
    if (app.disconnected_at) throw new ApiError('api_key_ended');
    await store.markDisconnected(tx, id);
    await recordSecurityEvent(tx, { event: 'app_disconnected', subject: { kind: 'app', id, label: app.name } });
    return presentApp(orNotFound(await store.lockApp(tx, id)));
  });
}

function presentApp({ is_ended, client_id, scopes, ...row }: store.AppRow): ConnectedApp {
  const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
  return {
    ...row,
    host: hostOfClient({ client_id }),
    scopes: toAppScopes(scopes),
    state: is_ended ? 'ended' : 'active',
    connected_at: row.connected_at.toISOString(),
    disconnected_at: iso(row.disconnected_at),
    last_used_at: iso(row.last_used_at),
  };
}
