import type { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import type { RouteTable } from '../../kernel/slice.ts';
import { addToCampaign, checkDuplicates } from './leads/adding.service.ts';
import * as changes from './leads/lead-changes.service.ts';
import { exportLeads } from './leads/lead-export.service.ts';
import { getLead, pageLeads } from './leads/leads.service.ts';

export const campaignLeadsRoutes: RouteTable<typeof campaignLeadsEndpoints> = {
  listCampaignLeads: async (ctx, { params, query }) => pageLeads(ctx, params.id, query),
  selectCampaignLeads: async (ctx, { params, body }) => ({
    prospect_ids: await changes.listSelection(ctx, params.id, body),
  }),
  removeCampaignLeads: async (ctx, { params, body }) => ({
    success: true,
    amount: await changes.removeLeads(ctx, params.id, body),
  }),
  archiveCampaignLeads: async (ctx, { params, body }) => ({
    success: true,
    amount: await changes.archiveLeads(ctx, params.id, body),
  }),
  archiveIncompleteLeads: async (ctx, { params }) => ({
    success: true,
    amount: await changes.archiveIncompleteLeads(ctx, params.id),
  }),
  setLeadStatus: async (ctx, { params, body }) => ({
    success: true,
    campaign_status: await changes.changeLeadStatus(ctx, params.id, params.prospectId, body.status),
  }),
  completeCall: async (ctx, { params }) => {
    await changes.completeCallOfLead(ctx, params.id, params.prospectId);
    return { success: true };
  },
  settleUnconfirmed: async (ctx, { params, body }) => {
    await changes.resolveUnconfirmed(ctx, params.id, params.prospectId, body.was_sent);
    return { success: true };
  },
  exportCampaignLeads: async (ctx, { params, body }) => exportLeads(ctx, params.id, body),
  getCampaignLead: async (ctx, { params, query }) => ({
    prospect: await getLead(ctx, params.id, query.campaign_id ?? null),
  }),
  editLeadMessage: async (ctx, { params, body }) => {
    await changes.editLeadMessage(ctx, params.id, params.stepId, body);
    return { success: true };
  },
  checkDuplicates: async (ctx, { params, body }) => checkDuplicates(ctx, params.id, body),
  addToCampaign: async (ctx, { params, body }) => addToCampaign(ctx, params.id, body),
};
