import type { organizationEndpoints } from '@overture/contract/organization';
import type { RouteTable } from '../../kernel/slice.ts';
import { getBrandOfHost, getOrganizationBrand } from './brand/brand.service.ts';
import { applyBranding } from './organization.rules.ts';
import { getOwnOrganization, getOwnZone, saveKnowledgeBase } from './organization.service.ts';
import { markOnboarded } from './organization.store.ts';
import { listReferralUses, setReferralCode } from './referral/referral.service.ts';

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
  setReferralCode: async (ctx, { body }) => {
    await setReferralCode(ctx, body.referral_code);
    return { success: true };
  },
  listReferralUses: async (ctx) => ({ usages: await listReferralUses(ctx) }),
  completeOnboarding: async (ctx) => {
    await ctx.transaction((tx) => markOnboarded(tx, ctx.organization.id));
    return { success: true };
  },
};
