import type { activitiesEndpoints } from '@overture/contract/analytics';
import type { RouteTable } from '../../kernel/slice.ts';
import { listActivities } from './activities.service.ts';

export const activitiesRoutes: RouteTable<typeof activitiesEndpoints> = {
  listActivities: async (ctx, { query }) => listActivities(ctx, query.page, query.filters),
};
