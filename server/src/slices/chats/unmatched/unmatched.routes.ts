import type { unmatchedRepliesEndpoints } from '@overture/contract/unmatched-replies';
import type { RouteTable } from '../../../kernel/slice.ts';
import { decideUnmatchedReply, listUnmatchedReplies } from './unmatched.service.ts';

export const unmatchedRepliesRoutes: RouteTable<typeof unmatchedRepliesEndpoints> = {
  listUnmatchedReplies: async (ctx) => ({ possible_answers: await listUnmatchedReplies(ctx) }),
  decideUnmatchedReply: async (ctx, { params, body }) => {
    await decideUnmatchedReply(ctx, params.id, body);
    return { success: true };
  },
};
