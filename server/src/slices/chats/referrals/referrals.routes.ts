import type { chatReferralsEndpoints } from '@overture/contract/chat-referrals';
import type { RouteTable } from '../../../kernel/slice.ts';
import { addToCampaign, addToList, writeToReferred } from './referrals.service.ts';

export const chatReferralsRoutes: RouteTable<typeof chatReferralsEndpoints> = {
  addReferralToList: async (ctx, { params, body }) =>
    addToList(ctx, { prospect_id: params.id, message_id: params.messageId, ...body }),
  addReferralToCampaign: async (ctx, { params, body }) =>
    addToCampaign(ctx, { prospect_id: params.id, message_id: params.messageId, ...body }),
  writeToReferral: async (ctx, { params, body }) =>
    writeToReferred(ctx, { prospect_id: params.id, message_id: params.messageId, ...body }),
};
