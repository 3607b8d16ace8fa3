import type { chatRepliesEndpoints } from '@overture/contract/drafts';
import type { RouteTable } from '../../../kernel/slice.ts';
import { generateReply } from './write-draft.service.ts';

export const chatRepliesRoutes: RouteTable<typeof chatRepliesEndpoints> = {
  generateResponse: async (ctx, { params, body, reply }) => {
    // Who gives up waiting pays nothing.
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort(new Error('the reply is not waited for any more'));
    });
    return generateReply(ctx, params.id, body, gone.signal);
  },
};
