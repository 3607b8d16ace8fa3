import type { analyticsEndpoints } from '@overture/contract/analytics';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import * as analytics from './analytics.service.ts';
import * as people from './people.service.ts';

/** A file to keep; its rows are read while it is sent. */
const CSV_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="people.csv"',
};

export const dashboardRoutes: RouteTable<typeof analyticsEndpoints> = {
  getCampaignAnalytics: async (ctx, { params, query }) => ({
    analytics: await analytics.getCampaignAnalytics(ctx, params.id, query),
  }),
  listCampaignAnalyticsProspects: async (ctx, { params, query }) => people.listCampaignPeople(ctx, params.id, query),
  downloadCampaignAnalyticsProspects: async (ctx, { params, query, reply }) => {
    const file = await people.openCampaignPeople(ctx, params.id, query);
    reply.headers(CSV_HEADERS);
    return new HandlerReply(200, file);
  },
  getOrganizationAnalytics: async (ctx, { query }) => ({
    analytics: await analytics.getOrganizationAnalytics(ctx, query),
  }),
  listOrganizationAnalyticsProspects: async (ctx, { query }) => people.listOrganizationPeople(ctx, query),
  downloadOrganizationAnalyticsProspects: async (ctx, { query, reply }) => {
    const file = people.openOrganizationPeople(ctx, query);
    reply.headers(CSV_HEADERS);
    return new HandlerReply(200, file);
  },
};
