import { isFreeMail, normalizeEmail } from '@overture/domain/email-address';
import type { SystemContext } from '../../kernel/context.ts';
import { hashToken, newDigitCode, newToken } from '../../kernel/crypto.ts';
import { ApiError, sqlState, uniqueViolation } from '../../kernel/errors.ts';
import { hashPassword, verifyPassword } from '../../kernel/password-hash.ts';
import { insertOrganization } from '../organization/index.ts';
import { firstOrganizationName } from './auth.rules.ts';
import * as store from './auth.store.ts';
import {
  CODE_LIFETIME_IN_MINUTES,
  LINK_LIFETIME_IN_MINUTES,
  sendAlreadyRegistered,
  sendCode,
  sendResetLink,
} from './auth-mail.service.ts';

const SESSION_LIFETIME_IN_DAYS = 30;
const PASSWORD_MIN_LENGTH = 8;
const NAME_MIN_LENGTH = 2;

export interface SignIn {
  token: string;
  user_id: number;
}

/** Creates a person with an organisation of their own and mails a code. Says the same for an address that is known. */
export async function register(
  ctx: SystemContext,
  input: { email: string; password: string; name: string },
  ip: string,
): Promise<void> {
  await ctx.rate_limits.spend('sign-up', ip, ctx.config.SIGN_UPS_PER_HOUR, 3600);
  const email = checkEmail(input.email);
  checkNewPassword(input.password);
  if (input.name.trim().length < NAME_MIN_LENGTH) throw new ApiError('name_too_short');
  const password_hash = await hashPassword(input.password);
  const known = await ctx.systemTransaction((tx) => store.findUserByEmail(tx, email));
  if (known?.verified_at) return sendAlreadyRegistered(ctx, email);
  if (known) {
    await ctx.systemTransaction((tx) => store.updateUser(tx, known.id, { name: input.name, password_hash }));
  } else {
    await createPerson(ctx, { email, name: input.name, password_hash });
  }
  await mailNewCode(ctx, email);
}

async function createPerson(
  ctx: SystemContext,
  person: { email: string; name: string; password_hash: string },
): Promise<void> {
  const role = ctx.config.ADMIN_EMAIL && person.email === normalizeEmail(ctx.config.ADMIN_EMAIL) ? 'ADMIN' : 'USER';
  try {
    await ctx.systemTransaction(async (tx) => {
      const organization_id = await insertOrganization(
        tx,
        firstOrganizationName(person.name, person.email, isFreeMail(person.email)),
      );
      await store.insertUser(tx, { organization_id, role, ...person });
    });
  } catch (error) {
    // Two registrations of one address at once: the first made the person, the second only asks for a code.
    if (sqlState(error) !== uniqueViolation) throw error;
  }
}

/** Mails a fresh code to an address that is not confirmed yet; silent about any other address. */
export async function resendCode(ctx: SystemContext, given: string, ip: string): Promise<void> {
  await ctx.rate_limits.spend('resend-code', ip, 20, 3600);
  await mailNewCode(ctx, checkEmail(given));
}

async function mailNewCode(ctx: SystemContext, email: string): Promise<void> {
  await ctx.rate_limits.spend('code-mail', email, 6, 3600);
  const code = newDigitCode();
  const isWaiting = await ctx.systemTransaction(async (tx) => {
    const user = await store.findUserByEmail(tx, email);
    if (!user || user.verified_at) return false;
    await store.replaceCode(tx, {
      organization_id: user.organization_id,
      user_id: user.id,
      purpose: 'verify',
      code_hash: hashToken(`${user.id}:${code}`),
      lifetime_in_minutes: CODE_LIFETIME_IN_MINUTES,
    });
    return true;
  });
  if (isWaiting) await sendCode(ctx, email, code);
}

/** Confirms an address by its code (five tries) and signs in. */
export async function verifyEmail(
  ctx: SystemContext,
  input: { email: string; code: string },
  ip: string,
): Promise<SignIn> {
  await ctx.rate_limits.check('verify-email', ip, 60, 900);
  const email = normalizeEmail(input.email) ?? '';
  const userId = await ctx.systemTransaction(async (tx) => {
    const user = await store.findUserByEmail(tx, email);
    if (!user) return null;
    const isRight = await store.tryCode(
      tx,
      user.id,
      'verify',
      hashToken(`${user.id}:${input.code.replace(/\s/g, '')}`),
    );
    if (!isRight) return null;
    await store.updateUser(tx, user.id, { verified: true });
    tx.forOrganization(user.organization_id).events.emit({ type: 'user_verified', user_id: user.id });
    return user.id;
  });
  if (userId === null) {
    await ctx.rate_limits.spend('verify-email', ip, 60, 900);
    throw new ApiError('invalid_code');
  }
  return startSession(ctx, userId);
}

/** Failed attempts are counted per address and source, so that nobody can lock somebody else out. */
export async function login(
  ctx: SystemContext,
  input: { email: string; password: string },
  ip: string,
): Promise<SignIn> {
  const email = normalizeEmail(input.email) ?? input.email.toLowerCase();
  const key = `${ip}|${email}`;
  // Counted before the password is looked at: a hundred attempts at once are no more than a hundred in turn.
  await ctx.rate_limits.spend('login', key, 10, 900);
  await ctx.rate_limits.spend('login-ip', ip, 100, 900);
  const user = await ctx.systemTransaction((tx) => store.findUserByEmail(tx, email));
  const isRight = await verifyPassword(user?.password_hash ?? null, input.password);
  if (!user || !isRight || !user.active) throw new ApiError('invalid_credentials');
  await ctx.rate_limits.giveBack('login-ip', ip, 100, 900);
  if (!user.verified_at) {
    await ctx.rate_limits.giveBack('login', key, 10, 900);
    await mailNewCode(ctx, email);
    throw new ApiError('email_not_verified');
  }
  await ctx.rate_limits.forget('login', key);
  return startSession(ctx, user.id);
}

/** Tells an unknown address, as the specification does; therefore throttled per source and per address. */
export async function forgotPassword(ctx: SystemContext, given: string, ip: string): Promise<void> {
  await ctx.rate_limits.spend('forgot', ip, 5, 900);
  await ctx.rate_limits.spend('forgot-day', ip, 20, 86_400);
  const email = checkEmail(given);
  await ctx.rate_limits.spend('forgot-address', email, 3, 3600);
  const token = newToken();
  const isKnown = await ctx.systemTransaction(async (tx) => {
    const user = await store.findUserByEmail(tx, email);
    if (!user?.active) return false;
    await store.replaceCode(tx, {
      organization_id: user.organization_id,
      user_id: user.id,
      purpose: 'reset',
      code_hash: hashToken(token),
      lifetime_in_minutes: LINK_LIFETIME_IN_MINUTES,
    });
    return true;
  });
  if (!isKnown) throw new ApiError('email_not_registered');
  await sendResetLink(ctx, email, token);
}

/** Sets a password by a mailed link, ends every other session and signs in. The mail proves the address. */
export async function resetPassword(
  ctx: SystemContext,
  input: { code: string; password: string; name?: string | null | undefined },
  ip: string,
): Promise<SignIn> {
  await ctx.rate_limits.spend('reset', ip, 30, 900);
  checkNewPassword(input.password);
  const password_hash = await hashPassword(input.password);
  const userId = await ctx.systemTransaction(async (tx) => {
    const id = await store.takeResetCode(tx, hashToken(input.code));
    if (id === null) return null;
    await store.updateUser(tx, id, { password_hash, verified: true, ...(input.name ? { name: input.name } : {}) });
    await store.deleteSessionsOfUser(tx, id, null);
    return id;
  });
  if (userId === null) throw new ApiError('link_invalid');
  return startSession(ctx, userId);
}

export async function startSession(ctx: SystemContext, userId: number): Promise<SignIn> {
  const token = newToken();
  await ctx.systemTransaction(async (tx) => {
    const user = await store.lockUser(tx, userId);
    if (!user?.active) throw new ApiError('invalid_credentials');
    await store.insertSession(tx, {
      token_hash: hashToken(token),
      organization_id: user.organization_id,
      user_id: userId,
      lifetime_in_days: SESSION_LIFETIME_IN_DAYS,
    });
  });
  return { token, user_id: userId };
}

function checkEmail(given: string): string {
  const email = normalizeEmail(given);
  if (!email) throw new ApiError('validation_failed', {}, { email: 'Please enter a valid email address.' });
  return email;
}

export function checkNewPassword(password: string): void {
  if (password.length < PASSWORD_MIN_LENGTH) throw new ApiError('password_too_short');
}
