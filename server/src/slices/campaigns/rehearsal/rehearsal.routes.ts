import type { rehearsalEndpoints } from '@overture/contract/rehearsal';
import type { RouteTable } from '../../../kernel/slice.ts';
import { rehearseCampaign } from './rehearsal.service.ts';

export const rehearsalRoutes: RouteTable<typeof rehearsalEndpoints> = {
  rehearseCampaign: async (ctx, { params, body }) => ({ rehearsal: await rehearseCampaign(ctx, params.id, body) }),
};
