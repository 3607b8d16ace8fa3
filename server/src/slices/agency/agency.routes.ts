import type { agencyEndpoints } from '@overture/contract/agency';
import type { agencyFeaturesEndpoints } from '@overture/contract/agency-features';
import type { agencyTemplatesEndpoints } from '@overture/contract/agency-templates';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import { saveAsTemplate } from '../campaigns/index.ts';
import { deleteTemplate, listClientTemplates, renameTemplate, requireClientTemplate } from '../templates/index.ts';
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
import { openArchive, requireArchive } from './ending/archive.service.ts';
import { getFeatures, setFeatures } from './features/features.service.ts';

export const agencyRoutes: RouteTable<
  typeof agencyEndpoints & typeof agencyFeaturesEndpoints & typeof agencyTemplatesEndpoints
> = {
  listAgencyTemplates: async (ctx) => ({ agency_templates: await listClientTemplates(ctx) }),
  renameAgencyTemplate: async (ctx, { params, body }) => {
    await requireClientTemplate(ctx, params.id);
    return { template: await renameTemplate(ctx, params.id, body.name) };
  },
  deleteAgencyTemplate: async (ctx, { params }) => {
    await requireClientTemplate(ctx, params.id);
    await deleteTemplate(ctx, params.id);
    return { success: true };
  },
  convertToTemplate: async (ctx, { params, body }) => ({
    success: true,
    template: await saveAsTemplate(ctx, params.id, body.name, true),
  }),
  getAgencyFeatures: (ctx, { query }) => getFeatures(ctx, query.client_id ?? null),
  setAgencyFeatures: (ctx, { body }) => setFeatures(ctx, body.client_id ?? null, body.features),
  listClients: async (ctx) => ({ clients: await listClients(ctx) }),
  createClient: (ctx, { body }) => createClient(ctx, body),
  getClient: async (ctx, { params }) => ({ client: await getClient(ctx, params.id) }),
  updateClient: async (ctx, { params, body }) => ({ client: await updateClient(ctx, params.id, body) }),
  cancelClient: async (ctx, { params }) => {
    await cancelClient(ctx, params.id);
    return { success: true };
  },
  restoreClient: async (ctx, { params }) => ({ client: await restoreClient(ctx, params.id) }),
  exportClient: async (ctx, { params }) => {
    await requireArchive(ctx, params.id);
    return { download_url: `/api/v1/agency/clients/${params.id}/archive/` };
  },
  downloadClient: async (ctx, { params, reply }) => {
    const content = await openArchive(ctx, params.id);
    reply.type('application/zip').headers({
      'content-disposition': `attachment; filename="client-${params.id}.zip"`,
      'cache-control': 'no-store',
    });
    return new HandlerReply(200, content);
  },
  renewClientInvitation: async (ctx, { params }) => ({ url: await renewInvitation(ctx, params.id) }),
  getClientLogo: async (ctx, { params, reply }) => {
    const { content, headers } = await openLogo(ctx, params.id);
    reply.headers(headers);
    return new HandlerReply(200, content);
  },
};
