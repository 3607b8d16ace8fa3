import type { meetingsEndpoints } from '@overture/contract/meetings';
import { MEETING_LIMITS } from '@overture/domain/meetings';
import { orNotFound } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './meetings.service.ts';
import { deleteConnection } from './meetings.store.ts';

export const meetingsRoutes: RouteTable<typeof meetingsEndpoints> = {
  listBookingConnections: async (ctx) => ({
    booking_connections: await service.listConnections(ctx),
    max_booking_connections: MEETING_LIMITS.connections,
  }),
  createBookingConnection: (ctx, { body }) => service.createConnection(ctx, body),
  rotateBookingSecret: (ctx, { params }) => service.rotateSecret(ctx, params.id),
  deleteBookingConnection: async (ctx, { params }) => {
    orNotFound((await ctx.transaction((tx) => deleteConnection(tx, params.id))) || undefined);
    return { success: true };
  },
  listBookingDeliveries: async (ctx, { params }) => ({ deliveries: await service.listDeliveries(ctx, params.id) }),
  listLeadMeetings: async (ctx, { params }) => ({ meetings: await service.listOfLead(ctx, params.prospectId) }),
};
