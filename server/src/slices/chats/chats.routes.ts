import type { chatNotesEndpoints } from '@overture/contract/chat-notes';
import type { chatsEndpoints } from '@overture/contract/chats';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import {
  changeChat,
  getChat,
  getHistory,
  listChats,
  listExecutedActions,
  listSenders,
  setRead,
} from './chats.service.ts';
import { countUnread } from './chats.store.ts';
import { openAttachment } from './files/attachments.service.ts';
import { createNote, deleteNote, listNotes, updateNote } from './notes.service.ts';
import { openMailPicture, openPersonPicture, pictureHeaders } from './pictures.service.ts';
import { sendChatMessage } from './send-message.service.ts';

const done = { success: true } as const;

export const chatsRoutes: RouteTable<typeof chatsEndpoints & typeof chatNotesEndpoints> = {
  listChats: (ctx, { query }) => listChats(ctx, query),
  countUnreadChats: async (ctx) => ({ unread_chats: await ctx.read(countUnread) }),
  listChatSenders: async (ctx) => ({ senders: await listSenders(ctx) }),
  getChat: async (ctx, { params }) => ({ chat: await getChat(ctx, params.id) }),
  getChatHistory: (ctx, { params, query }) => getHistory(ctx, params.prospectId, query),
  getChatAttachment: async (ctx, { params, reply }) => {
    const file = await openAttachment(ctx, params.id, params.attachmentId);
    reply.headers(file.headers);
    return new HandlerReply(200, file.stream);
  },
  getMailPicture: async (ctx, { params, query, reply }) => {
    const picture = await openMailPicture(ctx, params.id, params.messageId, query.address);
    reply.headers(pictureHeaders(picture));
    return new HandlerReply(200, picture.bytes);
  },
  getPicture: async (ctx, { query, reply }) => {
    const picture = await openPersonPicture(ctx, query.address);
    reply.headers(pictureHeaders(picture));
    return new HandlerReply(200, picture.bytes);
  },
  archiveChat: async (ctx, { params }) => {
    await changeChat(ctx, params.id, { archived: true });
    return done;
  },
  restoreChat: async (ctx, { params }) => {
    await changeChat(ctx, params.id, { archived: false });
    return done;
  },
  flagChat: async (ctx, { params }) => ({ ...done, ...(await changeChat(ctx, params.id, { flag: 'toggle' })) }),
  markChatUnread: async (ctx, { params }) => {
    await setRead(ctx, params.id, false);
    return done;
  },
  markChatRead: async (ctx, { params }) => {
    await setRead(ctx, params.id, true);
    return done;
  },
  setChatStatus: async (ctx, { params, body }) => {
    await changeChat(ctx, params.id, { interest: body.status });
    return done;
  },
  sendChatMessage: async (ctx, { params, body }) => ({ message: await sendChatMessage(ctx, params.id, body) }),
  listExecutedActions: async (ctx, { params }) => ({ executed_actions: await listExecutedActions(ctx, params.id) }),
  listNotes: async (ctx, { params }) => ({
    notes: await withMayDelete(ctx, 'chat_notes', await listNotes(ctx, params.id)),
  }),
  createNote: async (ctx, { params, body }) => ({ note: await createNote(ctx, params.id, body.content) }),
  updateNote: async (ctx, { params, body }) => ({
    note: await updateNote(ctx, params.id, params.noteId, body.content),
  }),
  deleteNote: async (ctx, { params }) => {
    await deleteNote(ctx, params.id, params.noteId);
    return done;
  },
};
