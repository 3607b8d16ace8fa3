import type { securityLogEndpoints } from '@overture/contract/security-log';
import { type RouteTable, replyCsv } from '../../kernel/slice.ts';
import { checkSecurityLog } from './chain.service.ts';
import { listSecurityEvents, openSecurityEvents } from './security-log.service.ts';

export const securityLogRoutes: RouteTable<typeof securityLogEndpoints> = {
  listSecurityEvents: (ctx, { query: { page, cursor, limit, ...filters } }) =>
    listSecurityEvents(ctx, { page, cursor, limit }, filters),
  checkSecurityLog: (ctx) => checkSecurityLog(ctx),
  downloadSecurityEvents: async (ctx, { query, reply }) =>
    replyCsv(reply, 'security-log', openSecurityEvents(ctx, query)),
};
