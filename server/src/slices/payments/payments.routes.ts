import type { paymentEndpoints } from '@overture/contract/payments';
import type { Extras } from '@overture/domain/money/pricing';
import type { RouteTable } from '../../kernel/slice.ts';
import { findReferralBonus } from './customers.service.ts';
import * as plan from './plan.service.ts';

interface WireExtras {
  extra_linkedin_accounts: number;
  extra_email_accounts: number;
  extra_credits: number;
}

const extrasOf = (given: WireExtras): Extras => ({
  linkedin_accounts: given.extra_linkedin_accounts,
  email_accounts: given.extra_email_accounts,
  credits: given.extra_credits,
});

export const paymentsRoutes: RouteTable<typeof paymentEndpoints> = {
  getPlanLink: (ctx, { query }) =>
    plan.orderPlan(ctx, { ...extrasOf(query), affiliate_id: query.affiliate_id ?? null }),
  getCreditsLink: (ctx, { query }) => plan.orderCredits(ctx, query.credits),
  getCustomerPortal: (ctx) => plan.openPortal(ctx),
  cancelSubscription: async (ctx) => {
    await plan.setEnding(ctx, true);
    return { success: true };
  },
  keepSubscription: async (ctx) => {
    await plan.setEnding(ctx, false);
    return { success: true };
  },
  getSubscription: async (ctx) => ({ data: await plan.getSubscription(ctx) }),
  changeExtras: async (ctx, { body }) => ({ data: await plan.changeExtras(ctx, extrasOf(body)) }),
  confirmPayment: async (ctx) => ({
    data: await plan.confirmPayment(ctx),
    referral_bonus: await findReferralBonus(ctx.system, ctx.organization.id),
  }),
};
