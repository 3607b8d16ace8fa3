import type { leadZonesEndpoints } from '@overture/contract/lead-zones';
import type { rehearsalEndpoints } from '@overture/contract/rehearsal';
import type { RouteTable } from '../../../kernel/slice.ts';
import { countLeadZones } from '../start/lead-zones.service.ts';
import { rehearseCampaign } from './rehearsal.service.ts';

export const rehearsalRoutes: RouteTable<typeof rehearsalEndpoints & typeof leadZonesEndpoints> = {
  rehearseCampaign: async (ctx, { params, body }) => ({ rehearsal: await rehearseCampaign(ctx, params.id, body) }),
  getLeadZones: async (ctx, { params }) => countLeadZones(ctx, params.id),
};
