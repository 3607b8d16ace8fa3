import { SECOND_FACTOR_GRACE_IN_DAYS } from '@overture/domain/security/second-factor';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { isBreakGlassUser } from '../../sso-enforcement/index.ts';
import * as store from './factors.store.ts';

/** Whether the installation's own setting asks this person for a second factor. */
function isRequiredByInstallation(ctx: Pick<SessionContext, 'config' | 'user'>): boolean {
  const policy = ctx.config.REQUIRE_SECOND_FACTOR;
  return policy === 'all' || (policy === 'admins' && ctx.user.role === 'ADMIN');
}

/** The last factor cannot be removed where one is required, or is the way back past Single Sign-On: another comes first. */
export async function requireSecondFactorLeft(
  tx: Pick<TransactionContext, 'db'>,
  ctx: Pick<SessionContext, 'config' | 'user' | 'organization'>,
): Promise<void> {
  const { required_at } = await store.findRequirement(tx, ctx.organization.id);
  const isNeeded = required_at || isRequiredByInstallation(ctx) || (await isBreakGlassUser(tx, ctx.user.id));
  if (isNeeded) throw new ApiError('last_second_factor');
}

export async function getRequirement(ctx: SessionContext) {
  const row = await ctx.transaction((tx) => store.findRequirement(tx, ctx.organization.id));
  return {
    is_required: row.required_at !== null,
    required_at: row.required_at?.toISOString() ?? null,
    grace_in_days: SECOND_FACTOR_GRACE_IN_DAYS,
    people_without: row.people_without,
    required_by_installation: ctx.config.REQUIRE_SECOND_FACTOR,
  };
}

export async function changeRequirement(ctx: SessionContext, isRequired: boolean): Promise<void> {
  await ctx.transaction(async (tx) => {
    await store.updateRequirement(tx, ctx.organization.id, isRequired);
    await recordSecurityEvent(tx, {
      event: 'setting_changed',
      subject: { kind: 'setting', label: isRequired ? 'Second factor required' : 'Second factor not required' },
    });
  });
}
