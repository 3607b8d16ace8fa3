import type { referralsEndpoints } from '@overture/contract/referrals';
import { findReferralCodeProblem } from '@overture/domain/access/validation-texts';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { Context } from '../../kernel/context.ts';
import { ApiError, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import * as store from './referral.store.ts';

export const referralsRoutes: RouteTable<typeof referralsEndpoints> = {
  setReferralCode: async (ctx, { body }) => {
    await setReferralCode(ctx, body.referral_code);
    return { success: true };
  },
  listReferralUses: async (ctx) => {
    const rows = await ctx.system.systemTransaction((tx) =>
      store.listReferralUses(tx, ctx.organization.id, LIST_LIMITS.referral_uses),
    );
    return { usages: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
  },
};

/** @throws bad_request, referral_code_taken, referral_code_locked once the code was used */
async function setReferralCode(ctx: Pick<Context, 'transaction'>, given: string): Promise<void> {
  const problem = findReferralCodeProblem(given);
  if (problem) throw new ApiError('bad_request', { reason: problem }, { referral_code: problem });
  const isSet = await ctx
    .transaction((tx) => store.updateReferralCode(tx, given.trim()))
    .catch((error: unknown) => {
      throw sqlState(error) === uniqueViolation ? new ApiError('referral_code_taken') : error;
    });
  if (!isSet) throw new ApiError('referral_code_locked');
}
