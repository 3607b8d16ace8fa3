import type { savedRepliesEndpoints } from '@overture/contract/saved-replies';
import type { savedReplyFilesEndpoints } from '@overture/contract/saved-reply-files';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { HandlerReply, type RouteTable } from '../../../kernel/slice.ts';
import { openDownload, openPreview } from '../files/attachments.service.ts';
import * as store from './saved-replies.store.ts';
import { addFile, attachFiles, deleteFile, deleteWithFiles, getFile } from './saved-reply-files.service.ts';

const done = { success: true } as const;
const cleaned = <Given extends store.GivenReply>(body: Given) => ({
  ...body,
  name: toSingleLine(cleanText(body.name)),
  message: cleanText(body.message).replaceAll('\r\n', '\n'),
});

export const savedRepliesRoutes: RouteTable<typeof savedRepliesEndpoints> = {
  listSavedReplies: (ctx) =>
    ctx.read(async (tx) => ({
      saved_replies: await store.listSavedReplies(tx, ctx.user.id, INBOX_LIMITS.saved_replies),
      figures: await store.listFigures(tx, ctx.user.id),
    })),
  createSavedReply: async (ctx, { body }) => ({
    saved_reply: await ctx.transaction(async (tx) => {
      if ((await store.countSavedReplies(tx)) >= INBOX_LIMITS.saved_replies)
        throw new ApiError('too_many_saved_replies');
      const id = await store.insertSavedReply(tx, ctx.user.id, cleaned(body));
      return orNotFound(await store.findSavedReply(tx, ctx.user.id, id));
    }),
  }),
  updateSavedReply: async (ctx, { params, body }) => ({
    saved_reply: await ctx.transaction(async (tx) => {
      if (!(await store.updateSavedReply(tx, ctx.user.id, params.id, cleaned(body)))) throw new ApiError('not_found');
      return orNotFound(await store.findSavedReply(tx, ctx.user.id, params.id));
    }),
  }),
  deleteSavedReply: async (ctx, { params }) => {
    await deleteWithFiles(ctx, params.id);
    return done;
  },
  noteSavedReplyUsed: async (ctx, { params }) => {
    if (!(await ctx.transaction((tx) => store.countUse(tx, ctx.user.id, params.id)))) throw new ApiError('not_found');
    return done;
  },
};

export const savedReplyFilesRoutes: RouteTable<typeof savedReplyFilesEndpoints> = {
  addSavedReplyFile: async (ctx, { params, file }) => ({ file: await addFile(ctx, params.id, file) }),
  getSavedReplyFile: async (ctx, { params, reply }) => {
    const file = await openDownload(ctx, await getFile(ctx, params.id, params.fileId));
    reply.headers(file.headers);
    return new HandlerReply(200, file.stream);
  },
  readSavedReplyPreview: async (ctx, { params, reply }) => {
    const file = await openPreview(ctx, await getFile(ctx, params.id, params.fileId));
    reply.headers(file.headers);
    return new HandlerReply(200, file.stream);
  },
  deleteSavedReplyFile: async (ctx, { params }) => {
    await deleteFile(ctx, params.id, params.fileId);
    return done;
  },
  attachSavedReplyFiles: async (ctx, { params, body }) => ({
    uploads: await attachFiles(ctx, params.id, body.saved_reply_id),
  }),
};
