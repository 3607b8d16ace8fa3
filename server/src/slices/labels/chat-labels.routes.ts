import type { chatLabelsEndpoints } from '@overture/contract/labels';
import type { TransactionContext } from '../../kernel/context.ts';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import {
  addProspectLabel,
  createChatLabel,
  deleteChatLabel,
  removeProspectLabel,
  updateChatLabel,
} from './chat-labels.service.ts';
import { listChatLabels } from './chat-labels.store.ts';

/** `getProspect` throws not_found for a lead that is not the organization's; labels cannot import leads. */
export function createChatLabelsRoutes(
  getProspect: (tx: TransactionContext, id: number) => Promise<unknown>,
): RouteTable<typeof chatLabelsEndpoints> {
  return {
    listChatLabels: async (ctx) => ({
      labels: await withMayDelete(ctx, 'chat_labels', await ctx.read(listChatLabels)),
    }),
    createChatLabel: async (ctx, { body }) => ({ label: await createChatLabel(ctx, body) }),
    updateChatLabel: async (ctx, { params, body }) => ({ label: await updateChatLabel(ctx, params.id, body) }),
    deleteChatLabel: async (ctx, { params }) => {
      await deleteChatLabel(ctx, params.id);
      return { success: true };
    },
    addProspectLabel: async (ctx, { params, body }) => ({
      success: true,
      labels: await addProspectLabel(ctx, params.id, body.label_id, getProspect),
    }),
    removeProspectLabel: async (ctx, { params }) => {
      await removeProspectLabel(ctx, params.id, params.labelId, getProspect);
      return { success: true };
    },
  };
}
