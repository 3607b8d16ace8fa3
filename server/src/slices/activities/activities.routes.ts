import type { activitiesEndpoints } from '@overture/contract/analytics';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import { listActivities, openActivities } from './activities.service.ts';

export const activitiesRoutes: RouteTable<typeof activitiesEndpoints> = {
  listActivities: async (ctx, { query }) => listActivities(ctx, query.page, query.filters),
  downloadActivities: async (ctx, { query, reply }) => {
    const file = openActivities(ctx, query.filters);
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="campaign-activity.csv"',
    });
    return new HandlerReply(200, file);
  },
};
