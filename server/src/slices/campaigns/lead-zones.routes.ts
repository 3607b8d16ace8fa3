import type { leadZonesEndpoints } from '@overture/contract/lead-zones';
import type { RouteTable } from '../../kernel/slice.ts';
import { countLeadZones } from './start/lead-zones.service.ts';

export const leadZonesRoutes: RouteTable<typeof leadZonesEndpoints> = {
  getLeadZones: async (ctx, { params }) => countLeadZones(ctx, params.id),
};
