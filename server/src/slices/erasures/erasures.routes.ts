import type { erasuresEndpoints } from '@overture/contract/erasures';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './erasures.service.ts';

export const erasuresRoutes: RouteTable<typeof erasuresEndpoints> = {
  previewErasure: (ctx, { params }) => service.previewErasure(ctx, params.id),
  erasePerson: async (ctx, { params }) => ({ erasure: await service.erasePeople(ctx, [params.id], 'lead') }),
  erasePeople: async (ctx, { body }) => ({ erasure: await service.erasePeople(ctx, body.prospect_ids, 'list') }),
  listErasures: (ctx) => service.listErasures(ctx),
  getErasure: async (ctx, { params }) => ({ erasure: await service.getErasure(ctx, params.id) }),
};
