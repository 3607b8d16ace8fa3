import type { messagingEndpoints } from '@overture/contract/messaging';
import type { RouteTable } from '../../../kernel/slice.ts';
import {
  addMessagingPerson,
  dismissMessagingPerson,
  linkMessagingPerson,
  listMessagingPeople,
} from './people.service.ts';
import { unlinkMessagingPerson } from './unlink.service.ts';

export const messagingRoutes: RouteTable<typeof messagingEndpoints> = {
  listMessagingPeople: async (ctx) => ({ people: await listMessagingPeople(ctx) }),
  linkMessagingPerson: async (ctx, { params, body }) => {
    await linkMessagingPerson(ctx, params.id, body.prospect_id);
    return { success: true, prospect_id: body.prospect_id };
  },
  addMessagingPerson: async (ctx, { params, body }) => ({
    success: true,
    prospect_id: await addMessagingPerson(ctx, params.id, body),
  }),
  unlinkMessagingPerson: async (ctx, { params, body }) => ({
    success: true,
    messages: await unlinkMessagingPerson(ctx, { prospect_id: params.id, account_id: body.account_id }),
  }),
  dismissMessagingPerson: async (ctx, { params }) => {
    await dismissMessagingPerson(ctx, params.id);
    return { success: true };
  },
};
