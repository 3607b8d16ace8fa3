import type { leadViewsEndpoints } from '@overture/contract/lead-views';
import { LEAD_VIEWS } from '@overture/domain/limits';
import { withMayDelete } from '../../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../../kernel/slice.ts';
import { createLeadView, deleteLeadView, updateLeadView } from './lead-views.service.ts';
import { listLeadViews } from './lead-views.store.ts';

export const leadViewsRoutes: RouteTable<typeof leadViewsEndpoints> = {
  listLeadViews: async (ctx, { query }) => {
    const views = await ctx.read((tx) => listLeadViews(tx, ctx.user.id, query.search_id ?? null, LEAD_VIEWS.views));
    return { views: await withMayDelete(ctx, 'lead_views', views) };
  },
  createLeadView: async (ctx, { body }) => ({ view: await createLeadView(ctx, body) }),
  updateLeadView: async (ctx, { params, body }) => ({ view: await updateLeadView(ctx, params.id, body) }),
  deleteLeadView: async (ctx, { params }) => {
    await deleteLeadView(ctx, params.id);
    return { success: true };
  },
};
