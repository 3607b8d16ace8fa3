import type { draftsEndpoints } from '@overture/contract/drafts';
import { signalOfCaller } from '../../../kernel/limits/waiting-caller.ts';
import type { RouteTable } from '../../../kernel/slice.ts';
import { writeDraft } from './write-draft.service.ts';

export const draftsRoutes: RouteTable<typeof draftsEndpoints> = {
  // Who gives up waiting pays nothing.
  generateResponse: async (ctx, { params, body, reply }) => writeDraft(ctx, params.id, body, signalOfCaller(reply)),
};
