import type { organizationEndpoints } from '@overture/contract/organization';
import type { RouteTable } from '../../kernel/slice.ts';
import { getBrandOfHost, getOrganizationBrand } from '../brands/index.ts';
import { applyBranding } from './organization.rules.ts';
import { getOwnOrganization, getOwnZone, saveKnowledgeBase } from './organization.service.ts';
import { markOnboarded } from './organization.store.ts';

export const organizationRoutes: RouteTable<typeof organizationEndpoints> = {
  getBranding: async (ctx, { query, request }) => (await getBrandOfHost(ctx, query.domain ?? request.hostname)).look,
  getOrganization: async (ctx) => {
    const [organization, brand] = await Promise.all([
      getOwnOrganization(ctx),
      getOrganizationBrand(ctx.system, ctx.organization.id),
    ]);
    return { data: applyBranding(organization, brand.look) };
  },
  updateOrganization: async (ctx, { body }) => ({ data: await saveKnowledgeBase(ctx, body) }),
  getTimeZone: (ctx) => getOwnZone(ctx),
  completeOnboarding: async (ctx) => {
    await ctx.transaction((tx) => markOnboarded(tx, ctx.organization.id));
    return { success: true };
  },
};
