import type { leadCellsEndpoints } from '@overture/contract/lead-cells';
import type { prospectsEndpoints } from '@overture/contract/prospects';
import type { RouteTable } from '../../kernel/slice.ts';
import { listBlockedLeads } from './blocked-leads.store.ts';
import { changeCells } from './cells/cells.service.ts';
import { changeContact } from './prospects.service.ts';

export const prospectsRoutes: RouteTable<typeof prospectsEndpoints & typeof leadCellsEndpoints> = {
  listBlockedLeads: async (ctx, { query }) => ({
    leads: await ctx.read((tx) => listBlockedLeads(tx, query.prospect_ids)),
  }),
  updateProspect: async (ctx, { params, body }) => ({ prospect: await changeContact(ctx, params.id, body) }),
  updateLeadCells: async (ctx, { body }) => changeCells(ctx, body.cells),
};
