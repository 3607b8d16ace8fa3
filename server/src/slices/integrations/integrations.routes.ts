import type { integrationsEndpoints } from '@overture/contract/integrations';
import type { RouteTable } from '../../kernel/slice.ts';
import { connectIntegration, disconnect } from './connect/connect.service.ts';
import { listIntegrations } from './integrations.service.ts';
import { getMappings, listBoards, listFields, saveMappings } from './mappings/mappings.service.ts';
import * as push from './push/push.service.ts';
import { listExchanges, retryExchange } from './sync/exchanges.service.ts';
import { listOwners, listStages, saveSettings } from './sync/settings.service.ts';

export const integrationsRoutes: RouteTable<typeof integrationsEndpoints> = {
  listIntegrations: async (ctx) => ({ success: true, integrations: await listIntegrations(ctx) }),
  connectIntegration: async (ctx, { params, body }) => ({
    success: true,
    ...(await connectIntegration(ctx, params.id, body)),
  }),
  disconnectIntegration: async (ctx, { params }) => {
    await disconnect(ctx, params.id);
    return { success: true };
  },
  listCrmFields: async (ctx, { params, query }) => ({
    success: true,
    fields: await listFields(ctx, params.id, query.board_id ?? null),
  }),
  getFieldMappings: async (ctx, { params, query }) => ({
    success: true,
    ...(await getMappings(ctx, params.id, query.board_id ?? null)),
  }),
  saveFieldMappings: async (ctx, { params, body }) => ({
    success: true,
    mappings: await saveMappings(ctx, params.id, body.board_id ?? null, body.mappings),
    is_default: false,
  }),
  getIntegrationStatus: async (ctx, { params }) => {
    const all = await listIntegrations(ctx);
    return { connected: all.some((one) => one.integration_type === params.integration && one.connected) };
  },
  listCrmBoards: (ctx, { params }) => listBoards(ctx, params.integration),
  pushProspects: (ctx, { params, body }) => push.pushProspects(ctx, params.integration, body),
  saveIntegrationSettings: async (ctx, { params, body }) => ({
    success: true,
    integration: await saveSettings(ctx, params.id, body),
  }),
  listCrmStages: async (ctx, { params, query }) => ({
    stages: await listStages(ctx, params.id, query.board_id ?? null),
  }),
  listCrmOwners: async (ctx, { params }) => ({ owners: await listOwners(ctx, params.id) }),
  listCrmExchanges: (ctx, { params, query }) => listExchanges(ctx, params.id, query, query.only_failures === true),
  retryCrmExchange: async (ctx, { params }) => {
    await retryExchange(ctx, params.id, params.exchangeId);
    return { success: true };
  },
  listCrmPushes: async (ctx) => ({ pushes: await push.listPushes(ctx) }),
  getCrmPush: (ctx, { params }) => push.getPush(ctx, params.pushId),
  stopCrmPush: async (ctx, { params }) => ({ push: await push.stopPush(ctx, params.pushId) }),
  retryCrmPush: async (ctx, { params }) => ({ push: await push.retryPush(ctx, params.pushId) }),
  listCrmRecords: async (ctx, { params }) => ({ records: await push.listCrmRecords(ctx, params.prospectId) }),
};
