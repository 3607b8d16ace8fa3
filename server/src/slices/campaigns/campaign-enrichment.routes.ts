import type { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import type { RouteTable } from '../../kernel/slice.ts';
import * as costs from './lookups/enrichment-costs.service.ts';
import * as lookups from './lookups/table-lookups.service.ts';

export const campaignEnrichmentRoutes: RouteTable<typeof campaignEnrichmentEndpoints> = {
  getEnrichmentCosts: async (ctx, { params }) => costs.getCosts(ctx, params.id),
  countEnrichmentCosts: async (ctx, { params, body }) => costs.countCosts(ctx, params.id, body),
  getMissingData: async (ctx, { params }) => costs.getMissingData(ctx, params.id),
  countMissingData: async (ctx, { params, body }) => costs.countMissingData(ctx, params.id, body),
  countSnippetCosts: async (ctx, { params, body }) => costs.getSnippetCosts(ctx, params.id, body.prompt_ids),
  countUnenrichedLeads: async (ctx, { params, body }) => ({
    unenriched_count: await lookups.countUnenriched(ctx, params.id, body),
  }),
  startCampaignLookups: async (ctx, { params, body }) => ({
    success: true,
    ...(await lookups.lookUpLeads(ctx, params.id, body)),
  }),
  listCampaignLookups: async (ctx, { params, query }) =>
    lookups.listCampaignLookups(ctx, params.id, query.prospect_ids ?? []),
  cancelCampaignLookups: async (ctx, { params }) => ({
    success: true,
    ...(await lookups.stopCampaignLookUps(ctx, params.id)),
  }),
  lookUpCampaignCells: async (ctx, { params, body }) => ({
    success: true,
    ...(await lookups.lookUpCells(ctx, params.id, body.cells)),
  }),
};
