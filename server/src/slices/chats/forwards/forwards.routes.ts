import type { forwardsEndpoints } from '@overture/contract/forwards';
import type { RouteTable } from '../../../kernel/slice.ts';
import { forwardMessage } from './forward.service.ts';

export const forwardsRoutes: RouteTable<typeof forwardsEndpoints> = {
  forwardChatMessage: async (ctx, { params, body }) => ({
    message: await forwardMessage(ctx, { prospectId: params.id, messageId: params.messageId }, body),
  }),
};
