import type { guardEndpoints } from '@overture/contract/guard';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './guard.service.ts';

export const guardRoutes: RouteTable<typeof guardEndpoints> = {
  listGuardStates: async (ctx) => ({ states: await service.listGuardStates(ctx) }),
  releaseGuard: async (ctx, { params, body }) => {
    await service.releasePaused(ctx, params.id, body);
    return { success: true };
  },
};
