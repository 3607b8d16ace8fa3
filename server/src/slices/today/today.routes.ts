import type { todayEndpoints } from '@overture/contract/today';
import type { RouteTable } from '../../kernel/slice.ts';
import { countToday, listToday } from './today.service.ts';

export const todayRoutes: RouteTable<typeof todayEndpoints> = {
  listToday: (ctx, { query }) => listToday(ctx, query),
  countToday,
};
