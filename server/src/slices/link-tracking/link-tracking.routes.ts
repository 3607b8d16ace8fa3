import type { linkTrackingEndpoints } from '@overture/contract/link-tracking';
import { TRACKING_LIMITS } from '@overture/domain/tracking/link-tracking';
import { orNotFound } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { findProspects } from '../prospects/index.ts';
import { hasCampaign, listOfCampaign, listOfLead } from './link-clicks.store.ts';
import { listOpensOfCampaign, listOpensOfLead } from './mail-opens.store.ts';
import * as service from './tracking-domains.service.ts';
import { removeDomain } from './tracking-domains.store.ts';

export const linkTrackingRoutes: RouteTable<typeof linkTrackingEndpoints> = {
  listTrackingDomains: async (ctx) => ({
    tracking_domains: await service.listDomains(ctx),
    max_tracking_domains: TRACKING_LIMITS.domains,
  }),
  createTrackingDomain: async (ctx, { body }) => ({ tracking_domain: await service.createDomain(ctx, body.host) }),
  checkTrackingDomain: async (ctx, { params }) => ({ tracking_domain: await service.checkDomain(ctx, params.id) }),
  deleteTrackingDomain: async (ctx, { params }) => {
    orNotFound((await ctx.transaction((tx) => removeDomain(tx, params.id))) || undefined);
    return { success: true };
  },
  listLeadClicks: async (ctx, { params }) => ({
    clicks: await ctx.read(async (read) => {
      orNotFound((await findProspects(read, [params.prospectId]))[0]);
      return listOfLead(read, params.prospectId);
    }),
  }),
  listCampaignLinks: async (ctx, { params }) => ({
    links: await ctx.read(async (read) => {
      orNotFound((await hasCampaign(read, params.id)) || undefined);
      return listOfCampaign(read, params.id);
    }),
  }),
  listLeadOpens: async (ctx, { params }) => ({
    opens: await ctx.read(async (read) => {
      orNotFound((await findProspects(read, [params.prospectId]))[0]);
      return listOpensOfLead(read, params.prospectId);
    }),
  }),
  listCampaignOpens: async (ctx, { params }) => ({
    steps: await ctx.read(async (read) => {
      orNotFound((await hasCampaign(read, params.id)) || undefined);
      return listOpensOfCampaign(read, params.id);
    }),
  }),
};
