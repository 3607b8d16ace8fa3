import type { privacyEndpoints } from '@overture/contract/privacy';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './privacy.service.ts';

const done = { success: true } as const;

export const privacyRoutes: RouteTable<typeof privacyEndpoints> = {
  getPrivacySettings: (ctx) => service.getPrivacySettings(ctx),
  changePrivacySettings: (ctx, { body }) => service.changePrivacySettings(ctx, body),
  getLeadPrivacy: (ctx, { params }) => service.getLeadPrivacy(ctx, params.id),
  setLeadBasis: async (ctx, { params, body }) => {
    await service.setLeadBasis(ctx, params.id, body);
    return done;
  },
  getListBasis: (ctx, { params }) => service.getListBasis(ctx, params.id),
  setListBasis: async (ctx, { params, body }) => {
    await service.setListBasis(ctx, params.id, body);
    return done;
  },
  listPrivacyRequests: (ctx, { query }) => service.listPrivacyRequests(ctx, query.page, query.is_closed ?? false),
  closePrivacyRequest: async (ctx, { params, body }) => {
    await service.closePrivacyRequest(ctx, params.id, body);
    return done;
  },
  listUnnotifiedLeads: (ctx, { query }) => service.listUnnotifiedLeads(ctx, query.page),
  createUnnotifiedList: (ctx) => service.createUnnotifiedList(ctx),
  markNotified: async (ctx, { body }) => ({ marked: await service.markNotified(ctx, body.prospect_ids) }),
};
