import type { leadColumnsEndpoints } from '@overture/contract/lead-columns';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import {
  createLeadColumn,
  deleteLeadColumn,
  describeUse,
  type FindCampaignsNaming,
  updateLeadColumn,
} from './lead-columns.service.ts';
import { listLeadColumns } from './lead-columns.store.ts';

export function createLeadColumnsRoutes(
  findCampaignsNaming: FindCampaignsNaming,
): RouteTable<typeof leadColumnsEndpoints> {
  return {
    listLeadColumns: async (ctx) => ({
      columns: await withMayDelete(ctx, 'lead_columns', await ctx.read(listLeadColumns)),
    }),
    createLeadColumn: async (ctx, { body }) => ({ column: await createLeadColumn(ctx, body) }),
    updateLeadColumn: async (ctx, { params, body }) => ({ column: await updateLeadColumn(ctx, params.id, body) }),
    getLeadColumnUse: async (ctx, { params }) => describeUse(ctx, params.id, findCampaignsNaming),
    deleteLeadColumn: async (ctx, { params }) => {
      await deleteLeadColumn(ctx, params.id);
      return { success: true };
    },
  };
}
