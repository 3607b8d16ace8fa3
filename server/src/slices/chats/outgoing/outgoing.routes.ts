import type { outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import type { RouteTable } from '../../../kernel/slice.ts';
import { cancelScheduledMessage, sendScheduledMessage, updateScheduledMessage } from './scheduled.service.ts';
import { listMessageSenders, setSenderSignature } from './senders.service.ts';
import { findLeads } from './senders.store.ts';
import { addUpload, deleteUpload, listUploads } from './uploads.service.ts';

const LEADS_FOUND = 20;
const done = { success: true } as const;
const keyOf = (params: { id: number; messageId: number }) => ({ prospectId: params.id, messageId: params.messageId });

export const outgoingMessagesRoutes: RouteTable<typeof outgoingMessagesEndpoints> = {
  findChatLeads: async (ctx, { query }) => ({
    leads: await ctx.read((tx) => findLeads(tx, query.search_query, LEADS_FOUND)),
  }),
  listAnswerSenders: (ctx, { params }) => listMessageSenders(ctx, params.id),
  setSenderSignature: async (ctx, { params, body }) => {
    await setSenderSignature(ctx, params.id, body.signature_id);
    return done;
  },
  listChatUploads: async (ctx, { params }) => ({ uploads: await listUploads(ctx, params.id) }),
  addChatUpload: async (ctx, { params, file }) => ({ upload: await addUpload(ctx, params.id, file) }),
  deleteChatUpload: async (ctx, { params }) => {
    await deleteUpload(ctx, params.id, params.uploadId);
    return done;
  },
  updateScheduledMessage: async (ctx, { params, body }) => ({
    message: await updateScheduledMessage(ctx, keyOf(params), body),
  }),
  sendScheduledMessage: async (ctx, { params }) => ({ message: await sendScheduledMessage(ctx, keyOf(params)) }),
  cancelScheduledMessage: async (ctx, { params }) => ({ draft: await cancelScheduledMessage(ctx, keyOf(params)) }),
};
