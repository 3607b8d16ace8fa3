import type { prospectsEndpoints } from '@overture/contract/prospects';
import type { RouteTable } from '../../kernel/slice.ts';
import { changeContact } from './prospects.service.ts';

export const prospectsRoutes: RouteTable<typeof prospectsEndpoints> = {
  updateProspect: async (ctx, { params, body }) => ({ prospect: await changeContact(ctx, params.id, body) }),
};
