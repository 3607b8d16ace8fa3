import { findReferralCodeProblem } from '@overture/domain/access/validation-texts';
import type { Context, SystemContext } from '../../../kernel/context.ts';
import { ApiError, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import * as store from './referral.store.ts';

const MAX_USES = 500;

/** @throws validation_failed, referral_code_taken, referral_code_locked once the code was used */
export async function setReferralCode(ctx: Pick<Context, 'transaction'>, given: string): Promise<void> {
  const problem = findReferralCodeProblem(given);
  if (problem) throw new ApiError('bad_request', { reason: problem }, { referral_code: problem });
  const isSet = await ctx
    .transaction((tx) => store.updateReferralCode(tx, given.trim()))
    .catch((error: unknown) => {
      throw sqlState(error) === uniqueViolation ? new ApiError('referral_code_taken') : error;
    });
  if (!isSet) throw new ApiError('referral_code_locked');
}

export async function listReferralUses(ctx: { organization: { id: number }; system: SystemContext }) {
  const rows = await ctx.system.systemTransaction((tx) => store.listReferralUses(tx, ctx.organization.id, MAX_USES));
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
