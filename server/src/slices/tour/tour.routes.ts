import type { tourEndpoints } from '@overture/contract/tour';
import type { RouteTable } from '../../kernel/slice.ts';
import { addColumn, addLeads, createCampaign, createList, removeExamples } from './tour.service.ts';

export const tourRoutes: RouteTable<typeof tourEndpoints> = {
  createTourList: async (ctx) => ({ search_id: await createList(ctx) }),
  addTourLeads: async (ctx, { body }) => {
    await addLeads(ctx, body.search_id);
    return { success: true };
  },
  addTourColumn: async (ctx, { body }) => {
    await addColumn(ctx, body.search_id);
    return { success: true };
  },
  createTourCampaign: async (ctx, { body }) => ({ campaign_id: await createCampaign(ctx, body.search_id) }),
  removeTourExamples: async (ctx) => {
    await removeExamples(ctx);
    return { success: true };
  },
};
