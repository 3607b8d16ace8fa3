import type { campaignSendersEndpoints } from '@overture/contract/campaign-senders';
import type { RouteTable } from '../../kernel/slice.ts';
import { handOverSelected, settleLeadsOfSender } from './leads/sender-changes.service.ts';
import { listCampaignSenders } from './settings/senders.service.ts';

export const campaignSendersRoutes: RouteTable<typeof campaignSendersEndpoints> = {
  listCampaignSenders: async (ctx, { params }) => listCampaignSenders(ctx, params.id),
  settleSenderLeads: async (ctx, { params, body }) => ({
    success: true,
    ...(await settleLeadsOfSender(ctx, params.id, params.accountId, body)),
  }),
  handOverLeads: async (ctx, { params, body }) => ({
    success: true,
    ...(await handOverSelected(ctx, params.id, body)),
  }),
};
