import type { SystemContext } from '../../kernel/context.ts';
import { hashToken, newToken } from '../../kernel/crypto.ts';
import { ApiError } from '../../kernel/errors.ts';
import { isWithin, type Limit } from '../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { checkEmail } from '../password-policy/index.ts';
import { findSsoOnlyDomain } from '../sso-enforcement/index.ts';
import * as users from '../users/index.ts';
import { LINK_LIFETIME_IN_MINUTES, sendRegainLink, sendResetLink, sendSsoOnlyNotice } from './auth-mail.service.ts';
import { insertResetCode } from './reset-codes.store.ts';

const FORGOTTEN: Limit = { name: 'forgot', points: 5, per_seconds: 900 };
const FORGOTTEN_A_DAY: Limit = { name: 'forgot-day', points: 20, per_seconds: 86_400 };
const FORGOTTEN_ADDRESS: Limit = { name: 'forgot-address', points: 3, per_seconds: 3600 };
/**
 * Mails to one address from all networks. Half the lifetime of a link: when no further mail is sent, the last link is still
 * valid, so requests by others lock no one out.
 */
const MAILS: Limit = { name: 'forgot-mails', points: 3, per_seconds: (LINK_LIFETIME_IN_MINUTES * 60) / 2 };

/** Reports an unknown address, as the specification does; therefore throttled by network. */
export async function forgotPassword(ctx: SystemContext, given: string, ip: string): Promise<void> {
  await ctx.rate_limits.spendFrom(FORGOTTEN, ip);
  await ctx.rate_limits.spendFrom(FORGOTTEN_A_DAY, ip);
  const email = checkEmail(given);
  await ctx.rate_limits.spendFrom(FORGOTTEN_ADDRESS, ip, email);
  const user = await ctx.systemTransaction((tx) => users.findUserByEmail(tx, email));
  if (!user?.active) throw new ApiError('email_not_registered');
  await recordSecurityEvent(ctx, {
    event: 'password_reset_asked',
    organization_id: user.organization_id,
    user_id: user.id,
  });
  if (await isWithin(ctx.rate_limits.spend(MAILS.name, email, MAILS.points, MAILS.per_seconds))) {
    await mailResetLink(ctx, user);
  }
}

/**
 * A link to choose a password, besides the open ones; `removed`: what was taken from an intruder. Users of required Single
 * Sign-On get a notice instead: a password would bypass it.
 */
export async function mailResetLink(
  ctx: SystemContext,
  user: Pick<users.UserRow, 'id' | 'organization_id' | 'email'>,
  removed?: readonly string[],
): Promise<void> {
  if ((await ctx.systemTransaction((tx) => findSsoOnlyDomain(tx, user.id))) !== null)
    return sendSsoOnlyNotice(ctx, user.email);
  const token = newToken();
  await ctx.systemTransaction((tx) =>
    insertResetCode(tx, {
      organization_id: user.organization_id,
      user_id: user.id,
      code_hash: hashToken(token),
      lifetime_in_minutes: LINK_LIFETIME_IN_MINUTES,
    }),
  );
  if (removed) await sendRegainLink(ctx, user.email, { token, removed });
  else await sendResetLink(ctx, user.email, token);
}
