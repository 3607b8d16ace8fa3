import type { analyticsEndpoints } from '@overture/contract/analytics';
import type { RouteTable } from '../../kernel/slice.ts';
import * as analytics from './analytics.service.ts';

export const dashboardRoutes: RouteTable<typeof analyticsEndpoints> = {
  getCampaignAnalytics: async (ctx, { params, query }) => ({
    analytics: await analytics.getCampaignAnalytics(ctx, params.id, query),
  }),
  listCampaignAnalyticsProspects: async (ctx, { params, query }) => analytics.listCampaignPeople(ctx, params.id, query),
  getOrganizationAnalytics: async (ctx, { query }) => ({
    analytics: await analytics.getOrganizationAnalytics(ctx, query),
  }),
  listOrganizationAnalyticsProspects: async (ctx, { query }) => analytics.listOrganizationPeople(ctx, query),
};
