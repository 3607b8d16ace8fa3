import type { leadPlacesEndpoints } from '@overture/contract/lead-places';
import { orNotFound } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { findProspects } from '../prospects/index.ts';
import { findBlock, listBoards, listCampaigns, listLists } from './lead-places.store.ts';

export const leadPlacesRoutes: RouteTable<typeof leadPlacesEndpoints> = {
  getLeadPlaces: (ctx, { params: { id } }) =>
    ctx.read(async (tx) => {
      orNotFound((await findProspects(tx, [id]))[0]);
      const places = { lists: await listLists(tx, id), campaigns: await listCampaigns(tx, id) };
      return { ...places, boards: await listBoards(tx, id), blocked: await findBlock(tx, id) };
    }),
};
