import type { analyticsEndpoints } from '@overture/contract/analytics';
import { type RouteTable, replyCsv } from '../../kernel/slice.ts';
import * as analytics from './analytics.service.ts';
import * as people from './people.service.ts';

export const dashboardRoutes: RouteTable<typeof analyticsEndpoints> = {
  getCampaignAnalytics: async (ctx, { params, query }) => ({
    analytics: await analytics.getCampaignAnalytics(ctx, params.id, query),
  }),
  listCampaignClasses: async (ctx, { params }) => ({ classes: await analytics.listCampaignClasses(ctx, params.id) }),
  listCampaignSenderFigures: async (ctx, { params, query }) => ({
    senders: await analytics.listSenderFigures(ctx, params.id, query),
  }),
  listCampaignAnalyticsProspects: async (ctx, { params, query }) => people.listCampaignPeople(ctx, params.id, query),
  downloadCampaignAnalyticsProspects: async (ctx, { params, query, reply }) =>
    replyCsv(reply, 'people', await people.openCampaignPeople(ctx, params.id, query)),
  getOrganizationAnalytics: async (ctx, { query }) => ({
    analytics: await analytics.getOrganizationAnalytics(ctx, query),
  }),
  getMeetingFigures: async (ctx, { query }) => ({ meetings: await analytics.getMeetingFigures(ctx, query) }),
  getReplyTypeFigures: async (ctx, { query }) => ({ reply_types: await analytics.getReplyTypeFigures(ctx, query) }),
  getCallFigures: async (ctx, { query }) => ({ calls: await analytics.getCallFigures(ctx, query) }),
  listOrganizationAnalyticsProspects: async (ctx, { query }) => people.listOrganizationPeople(ctx, query),
  downloadOrganizationAnalyticsProspects: async (ctx, { query, reply }) =>
    replyCsv(reply, 'people', people.openOrganizationPeople(ctx, query)),
};
