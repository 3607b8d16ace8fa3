import type { savedRepliesEndpoints } from '@overture/contract/saved-replies';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { RouteTable } from '../../../kernel/slice.ts';
import * as store from './saved-replies.store.ts';

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
    if (!(await ctx.transaction((tx) => store.deleteSavedReply(tx, ctx.user.id, params.id))))
      throw new ApiError('not_found');
    return done;
  },
  noteSavedReplyUsed: async (ctx, { params }) => {
    if (!(await ctx.transaction((tx) => store.countUse(tx, ctx.user.id, params.id)))) throw new ApiError('not_found');
    return done;
  },
};
