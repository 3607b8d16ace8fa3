import type { activitiesEndpoints } from '@overture/contract/analytics';
import { type RouteTable, replyCsv } from '../../kernel/slice.ts';
import { listActivities, openActivities } from './activities.service.ts';

export const activitiesRoutes: RouteTable<typeof activitiesEndpoints> = {
  listActivities: (ctx, { query }) => listActivities(ctx, query, query.filters),
  downloadActivities: async (ctx, { query, reply }) =>
    replyCsv(reply, 'campaign-activity', openActivities(ctx, query.filters)),
};
