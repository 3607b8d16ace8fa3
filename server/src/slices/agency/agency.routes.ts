import type { agencyEndpoints } from '@overture/contract/agency';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import {
  cancelClient,
  createClient,
  getClient,
  listClients,
  renewInvitation,
  restoreClient,
  updateClient,
} from './clients/clients.service.ts';
import { openLogo } from './clients/logo.service.ts';

export const agencyRoutes: RouteTable<typeof agencyEndpoints> = {
  listClients: async (ctx) => ({ clients: await listClients(ctx) }),
  createClient: (ctx, { body }) => createClient(ctx, body),
  getClient: async (ctx, { params }) => ({ client: await getClient(ctx, params.id) }),
  updateClient: async (ctx, { params, body }) => ({ client: await updateClient(ctx, params.id, body) }),
  cancelClient: async (ctx, { params }) => {
    await cancelClient(ctx, params.id);
    return { success: true };
  },
  restoreClient: async (ctx, { params }) => ({ client: await restoreClient(ctx, params.id) }),
  renewClientInvitation: async (ctx, { params }) => ({ url: await renewInvitation(ctx, params.id) }),
  getClientLogo: async (ctx, { params, reply }) => {
    const { content, headers } = await openLogo(ctx, params.id);
    reply.headers(headers);
    return new HandlerReply(200, content);
  },
};
