import type { campaignLabelsEndpoints, chatLabelsEndpoints } from '@overture/contract/labels';
import type { TransactionContext } from '../../kernel/context.ts';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable, SessionContext } from '../../kernel/slice.ts';
import { addLabel, createLabel, deleteLabel, removeLabel, updateLabel } from './labels.service.ts';
import { type LabelTable, listLabels } from './labels.store.ts';

const list = async (ctx: SessionContext, table: LabelTable) => ({
  labels: await withMayDelete(ctx, table, await ctx.read((tx) => listLabels(tx, table))),
});

/** `requireCampaigns` throws not_found unless all campaigns are the organization's; labels cannot import campaigns. */
export function createCampaignLabelsRoutes(
  requireCampaigns: (tx: TransactionContext, ids: readonly number[]) => Promise<void>,
): RouteTable<typeof campaignLabelsEndpoints> {
  const labeled = ({ campaign_ids, label_id }: { campaign_ids: number[]; label_id: number }) => ({
    table: 'labels' as const,
    ids: campaign_ids,
    label_id,
    requireCarriers: requireCampaigns,
  });
  return {
    listLabels: (ctx) => list(ctx, 'labels'),
    createLabel: async (ctx, { body }) => ({ label: await createLabel(ctx, 'labels', body) }),
    updateLabel: async (ctx, { params: { id }, body }) => ({
      label: await updateLabel(ctx, 'labels', { id, ...body }),
    }),
    deleteLabel: async (ctx, { params }) => {
      await deleteLabel(ctx, 'labels', params.id);
      return { success: true };
    },
    addCampaignLabels: async (ctx, { body }) => {
      await addLabel(ctx, labeled(body));
      return { success: true };
    },
    removeCampaignLabels: async (ctx, { body }) => {
      await removeLabel(ctx, labeled(body));
      return { success: true };
    },
  };
}

/** `getProspect` throws not_found for a lead that is not the organization's; labels cannot import leads. */
export function createChatLabelsRoutes(
  getProspect: (tx: TransactionContext, id: number) => Promise<unknown>,
): RouteTable<typeof chatLabelsEndpoints> {
  const labeled = (id: number, label_id: number) => ({
    table: 'chat_labels' as const,
    ids: [id],
    label_id,
    requireCarriers: (tx: TransactionContext) => getProspect(tx, id),
  });
  return {
    listChatLabels: (ctx) => list(ctx, 'chat_labels'),
    createChatLabel: async (ctx, { body }) => ({ label: await createLabel(ctx, 'chat_labels', body) }),
    updateChatLabel: async (ctx, { params: { id }, body }) => ({
      label: await updateLabel(ctx, 'chat_labels', { id, ...body }),
    }),
    deleteChatLabel: async (ctx, { params }) => {
      await deleteLabel(ctx, 'chat_labels', params.id);
      return { success: true };
    },
    addProspectLabel: async (ctx, { params: { id }, body }) => {
      const labels = await addLabel(ctx, labeled(id, body.label_id));
      return { success: true, labels: labels.get(id) ?? [] };
    },
    removeProspectLabel: async (ctx, { params }) => {
      await removeLabel(ctx, labeled(params.id, params.labelId));
      return { success: true };
    },
  };
}
