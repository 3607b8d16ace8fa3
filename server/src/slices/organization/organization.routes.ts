import type { organizationEndpoints } from '@overture/contract/organization';
import type { RouteTable } from '../../kernel/slice.ts';
import { getBranding, getOwnOrganization, saveKnowledgeBase } from './organization.service.ts';
import { markOnboarded } from './organization.store.ts';
import { listReferralUses, setReferralCode } from './referral/referral.service.ts';

export const organizationRoutes: RouteTable<typeof organizationEndpoints> = {
  getBranding: async (ctx, { query, request }) => getBranding(ctx, query.domain ?? request.hostname),
  getOrganization: async (ctx) => ({ data: await getOwnOrganization(ctx) }),
  updateOrganization: async (ctx, { body }) => ({ data: await saveKnowledgeBase(ctx, body) }),
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
