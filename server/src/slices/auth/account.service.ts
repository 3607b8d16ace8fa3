import { normalizeEmail } from '@overture/domain/email-address';
import { hashToken } from '../../kernel/crypto.ts';
import { ApiError, found, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import { hashPassword, verifyPassword } from '../../kernel/password-hash.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { checkNewPassword } from './auth.service.ts';
import * as store from './auth.store.ts';

type AccountContext = Pick<SessionContext, 'user' | 'transaction' | 'system'>;

/** Each change needs the current password, and never works while acting as somebody else. */
async function checkCurrentPassword(ctx: AccountContext, password: string): Promise<void> {
  if (ctx.user.actor_id !== ctx.user.id) throw new ApiError('forbidden');
  const limits = ctx.system.rate_limits;
  await limits.check('current-password', String(ctx.user.id), 10, 900);
  const user = found(await ctx.transaction((tx) => store.findUser(tx, ctx.user.id)));
  if (!(await verifyPassword(user.password_hash, password))) {
    await limits.spend('current-password', String(ctx.user.id), 10, 900);
    throw new ApiError('wrong_password');
  }
}

export async function changeEmail(ctx: AccountContext, currentPassword: string, given: string): Promise<void> {
  const email = normalizeEmail(given);
  if (!email) throw new ApiError('validation_failed', {}, { new_email: 'Please enter a valid email address.' });
  await checkCurrentPassword(ctx, currentPassword);
  try {
    await ctx.transaction((tx) => store.updateUser(tx, ctx.user.id, { email }));
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new ApiError('email_taken');
    throw error;
  }
}

/** Every other session of the person ends; the one that asked goes on. */
export async function changePassword(
  ctx: AccountContext,
  currentPassword: string,
  next: string,
  token: string,
): Promise<void> {
  checkNewPassword(next);
  await checkCurrentPassword(ctx, currentPassword);
  const password_hash = await hashPassword(next);
  await ctx.transaction(async (tx) => {
    await store.updateUser(tx, ctx.user.id, { password_hash });
    await store.deleteSessionsOfUser(tx, ctx.user.id, hashToken(token));
  });
}

export async function changeName(ctx: AccountContext, currentPassword: string, given: string): Promise<void> {
  const name = given.trim();
  if (name.length < 2) throw new ApiError('name_too_short');
  await checkCurrentPassword(ctx, currentPassword);
  await ctx.transaction((tx) => store.updateUser(tx, ctx.user.id, { name }));
}
