import type { campaignLabelsEndpoints } from '@overture/contract/labels';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import {
  addCampaignLabels,
  createLabel,
  deleteLabel,
  type RequireCampaigns,
  removeCampaignLabels,
  updateLabel,
} from './campaign-labels.service.ts';
import { listLabels } from './campaign-labels.store.ts';

/** `requireCampaigns` throws not_found unless all campaigns are the organization's; labels cannot import campaigns. */
export function createCampaignLabelsRoutes(
  requireCampaigns: RequireCampaigns,
): RouteTable<typeof campaignLabelsEndpoints> {
  return {
    listLabels: async (ctx) => ({ labels: await withMayDelete(ctx, 'labels', await ctx.read(listLabels)) }),
    createLabel: async (ctx, { body }) => ({ label: await createLabel(ctx, body) }),
    updateLabel: async (ctx, { params, body }) => ({ label: await updateLabel(ctx, params.id, body) }),
    deleteLabel: async (ctx, { params }) => {
      await deleteLabel(ctx, params.id);
      return { success: true };
    },
    addCampaignLabels: async (ctx, { body }) => {
      await addCampaignLabels(ctx, body, requireCampaigns);
      return { success: true };
    },
    removeCampaignLabels: async (ctx, { body }) => {
      await removeCampaignLabels(ctx, body, requireCampaigns);
      return { success: true };
    },
  };
}
