import type { sessionsEndpoints } from '@overture/contract/sessions';
import type { RouteTable } from '../../kernel/slice.ts';
import { endOtherSessions, endOwnSession, listSessions } from './sessions.service.ts';

export const sessionsRoutes: RouteTable<typeof sessionsEndpoints> = {
  listSessions: async (ctx) => ({ sessions: await listSessions(ctx) }),
  endSession: async (ctx, { params }) => {
    await endOwnSession(ctx, params.id);
    return { success: true };
  },
  endOtherSessions: async (ctx) => ({ ended: await endOtherSessions(ctx) }),
};
