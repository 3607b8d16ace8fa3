import type { goalsEndpoints } from '@overture/contract/goals';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './goals.service.ts';

export const goalsRoutes: RouteTable<typeof goalsEndpoints> = {
  listGoals: (ctx) => service.listGoals(ctx),
  createGoal: async (ctx, { body }) => ({ goal: await service.createGoal(ctx, body) }),
  updateGoal: async (ctx, { params, body }) => ({ goal: await service.updateGoal(ctx, params.id, body) }),
  deleteGoal: async (ctx, { params }) => {
    await service.deleteGoal(ctx, params.id);
    return { success: true };
  },
};
