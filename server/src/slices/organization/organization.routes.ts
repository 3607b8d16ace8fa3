import type { organizationEndpoints } from '@overture/contract/organization';
import type { RouteTable } from '../../kernel/slice.ts';
import { getBranding } from './organization.service.ts';
import { markOnboarded } from './organization.store.ts';

export const organizationRoutes: RouteTable<typeof organizationEndpoints> = {
  getBranding: async (ctx, { query, request }) => getBranding(ctx, query.domain ?? request.hostname),
  completeOnboarding: async (ctx) => {
    await ctx.transaction((tx) => markOnboarded(tx, ctx.organization.id));
    return { success: true };
  },
};
