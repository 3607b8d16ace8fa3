import type { draftsEndpoints } from '@overture/contract/drafts';
import type { RouteTable } from '../../../kernel/slice.ts';
import { writeDraft } from './write-draft.service.ts';

export const draftsRoutes: RouteTable<typeof draftsEndpoints> = {
  generateResponse: async (ctx, { params, body, reply }) => {
    // Who gives up waiting pays nothing.
    const disconnected = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) disconnected.abort(new Error('the client disconnected'));
    });
    return writeDraft(ctx, params.id, body, disconnected.signal);
  },
};
