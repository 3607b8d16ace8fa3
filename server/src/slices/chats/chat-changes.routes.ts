import type { chatChangesEndpoints } from '@overture/contract/chat-changes';
import type { RouteTable } from '../../kernel/slice.ts';
import { setAbsence } from './changes/absence.service.ts';
import { changeChats } from './changes/changes.service.ts';
import { setPresence } from './presence/presence.service.ts';
import { listPresences } from './presence/presence.store.ts';
import { answerOptOut, suppressChatLeads } from './wishes/wishes.service.ts';

export const chatChangesRoutes: RouteTable<typeof chatChangesEndpoints> = {
  changeChats: async (ctx, { body }) => ({ success: true, changed_chats: await changeChats(ctx, body) }),
  setAbsence: async (ctx, { params, body }) => {
    await setAbsence(ctx, params.id, body.goes_on_after);
    return { success: true };
  },
  answerOptOut: async (ctx, { params, body }) => {
    await answerOptOut(ctx, params.id, body.wants_out);
    return { success: true };
  },
  suppressChatLeads: async (ctx, { body }) => ({
    success: true,
    suppressed_leads: await suppressChatLeads(ctx, body),
  }),
  listChatPresences: async (ctx) => ({ presences: await ctx.read(listPresences) }),
  setChatPresence: async (ctx, { params, body }) => {
    await setPresence(ctx, params.id, body.is_answering);
    return { success: true };
  },
};
