import type { campaignsEndpoints } from '@overture/contract/campaigns';
import { type RouteTable, replyCsv } from '../../kernel/slice.ts';
import { createFromTemplate, saveAsTemplate } from './settings/campaign-templates.service.ts';
import * as campaigns from './settings/campaigns.service.ts';
import { activateCampaign, setCampaignsStatus } from './start/activation.service.ts';

export const campaignsRoutes: RouteTable<typeof campaignsEndpoints> = {
  listCampaigns: async (ctx) => ({ campaigns: await campaigns.listCampaigns(ctx) }),
  createCampaign: async (ctx, { body }) => ({ campaign: await campaigns.createCampaign(ctx, body) }),
  setCampaignsStatus: async (ctx, { body }) => {
    await setCampaignsStatus(ctx, body.campaign_ids, body.status, body.undo ?? false);
    return { success: true };
  },
  getCampaign: async (ctx, { params }) => ({ campaign: await campaigns.getCampaign(ctx, params.id) }),
  updateCampaign: async (ctx, { params, body }) => ({ campaign: await campaigns.updateCampaign(ctx, params.id, body) }),
  duplicateCampaign: async (ctx, { params }) => ({ campaign: await campaigns.duplicateCampaign(ctx, params.id) }),
  createFromTemplate: async (ctx, { body }) => ({ campaign: await createFromTemplate(ctx, body) }),
  saveAsTemplate: async (ctx, { params, body }) => ({
    success: true,
    template: await saveAsTemplate(ctx, params.id, body.name),
  }),
  activateCampaign: async (ctx, { params, body }) => ({ campaign: await activateCampaign(ctx, params.id, body) }),
  downloadCampaignAnalytics: async (ctx, { query, reply }) =>
    replyCsv(reply, 'campaigns', await campaigns.writeCampaigns(ctx, query)),
  listCampaignAnalytics: async (ctx, { query }) => campaigns.pageCampaigns(ctx, query),
};
