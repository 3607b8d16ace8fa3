import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { hashPassword, verifyPassword } from '../../kernel/password-hash.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { checkNewPassword } from '../password-policy/index.ts';
import { deleteOtherSessions } from '../sessions/index.ts';
import { requireOwnPerson } from '../step-up/index.ts';
import * as users from '../users/index.ts';
import { requireFactorConfirmed } from './factors/second-factor.service.ts';
import { deleteResetCodes } from './reset-codes.store.ts';

type AccountContext = Pick<SessionContext, 'user' | 'transaction' | 'system'>;
type CredentialContext = AccountContext & Pick<SessionContext, 'read' | 'session' | 'clock'>;

/**
 * Each change needs the current password, and is refused during impersonation. People who sign in by a provider have none: true where there
 * was one to check.
 */
export async function checkCurrentPassword(ctx: AccountContext, password: string | null | undefined): Promise<boolean> {
  requireOwnPerson(ctx);
  const limits = ctx.system.rate_limits;
  // Counted before anything is read: a thousand parallel tries are no more guesses than ten in sequence, and cost no more.
  await limits.spend('current-password', String(ctx.user.id), 10, 900);
  const { password_hash } = orNotFound(await ctx.transaction((tx) => users.findUser(tx, ctx.user.id)));
  if (password_hash !== null && !(await verifyPassword(password_hash, password ?? '')))
    throw new ApiError('wrong_password');
  await limits.giveBack('current-password', String(ctx.user.id), 10, 900);
  return password_hash !== null;
}

/**
 * Ends every other session of the user; the current one stays.
 * @throws step_up_needed for users with a second factor
 */
export async function changePassword(ctx: CredentialContext, currentPassword: string, next: string): Promise<void> {
  const owner = orNotFound(await ctx.transaction((tx) => users.findUser(tx, ctx.user.id)));
  checkNewPassword(next, owner, 'new_password');
  await requireFactorConfirmed(ctx);
  if (!(await checkCurrentPassword(ctx, currentPassword))) throw new ApiError('wrong_password');
  const password_hash = await hashPassword(next);
  await ctx.transaction(async (tx) => {
    await users.updateUser(tx, ctx.user.id, { password_hash });
    await deleteOtherSessions(tx, ctx.user.id, ctx.session.session_id);
    await deleteResetCodes(tx, ctx.user.id);
    await recordSecurityEvent(tx, { event: 'password_changed' });
  });
}

export async function changeName(
  ctx: AccountContext,
  currentPassword: string | null | undefined,
  given: string,
): Promise<void> {
  const name = given.trim();
  if (name.length < 2) throw new ApiError('name_too_short');
  await checkCurrentPassword(ctx, currentPassword);
  await ctx.transaction((tx) => users.updateUser(tx, ctx.user.id, { name }));
}

/** It proves nothing and opens nothing: no password is asked for. Another user who is signed in as this one leaves it alone. */
export async function changeLanguage(ctx: AccountContext, language: InterfaceLanguage | null): Promise<void> {
  requireOwnPerson(ctx);
  await ctx.transaction((tx) => users.updateUser(tx, ctx.user.id, { language }));
}
