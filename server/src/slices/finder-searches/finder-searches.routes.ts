import type { finderSearchesEndpoints } from '@overture/contract/finder-searches';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import * as service from './finder-searches.service.ts';
import { listFinderSearches } from './finder-searches.store.ts';

export const finderSearchesRoutes: RouteTable<typeof finderSearchesEndpoints> = {
  listFinderSearches: async (ctx) => {
    const searches = await ctx.read((tx) => listFinderSearches(tx, ctx.user.id));
    return { searches: await withMayDelete(ctx, 'finder_searches', searches) };
  },
  createFinderSearch: async (ctx, { body }) => ({ search: await service.createFinderSearch(ctx, body) }),
  updateFinderSearch: async (ctx, { params, body }) => ({
    search: await service.updateFinderSearch(ctx, params.id, body),
  }),
  deleteFinderSearch: async (ctx, { params }) => {
    await service.deleteFinderSearch(ctx, params.id);
    return { success: true };
  },
  setFinderSearchMail: async (ctx, { params, body }) => {
    await service.setMail(ctx, params.id, body.is_on);
    return { success: true };
  },
};
