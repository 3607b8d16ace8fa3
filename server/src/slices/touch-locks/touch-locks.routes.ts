import type { touchLocksEndpoints } from '@overture/contract/touch-locks';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './touch-locks.service.ts';

export const touchLocksRoutes: RouteTable<typeof touchLocksEndpoints> = {
  getTouchLockRules: (ctx) => service.getTouchLockRules(ctx),
  changeTouchLockRules: (ctx, { body }) => service.changeTouchLockRules(ctx, body),
  previewTouchLocks: (ctx) => service.previewTouchLocks(ctx),
  listTouchLocks: (ctx, { query: { page, cursor, limit, state } }) =>
    service.listTouchLocks(ctx, { page, cursor, limit }, state ?? null),
  listLeadLocks: async (ctx, { query }) => ({ leads: await service.listLeadLocks(ctx, query.prospect_ids) }),
  releaseDeletedLeads: async (ctx, { body }) => ({ released: await service.releaseDeletedLeads(ctx, body.reason) }),
  releaseTouchLock: async (ctx, { params, body }) => {
    await service.releaseTouchLock(ctx, params.id, body.reason);
    return { success: true };
  },
};
