import type { erasuresEndpoints } from '@overture/contract/erasures';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './erasures.service.ts';

export const erasuresRoutes: RouteTable<typeof erasuresEndpoints> = {
  previewErasure: (ctx, { params }) => service.previewErasure(ctx, params.id),
  erasePerson: async (ctx, { params, body: { with_crm } }) => ({
    erasure: await service.erasePeople(ctx, [params.id], { origin: 'lead', with_crm: with_crm ?? false }),
  }),
  erasePeople: async (ctx, { body: { prospect_ids, with_crm } }) => ({
    erasure: await service.erasePeople(ctx, prospect_ids, { origin: 'list', with_crm: with_crm ?? false }),
  }),
  listErasures: (ctx) => service.listErasures(ctx),
  getErasure: async (ctx, { params }) => ({ erasure: await service.getErasure(ctx, params.id) }),
};
