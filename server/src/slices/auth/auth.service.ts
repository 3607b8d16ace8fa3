import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { verifyPassword } from '../../kernel/password-hash.ts';
import { isWithin, type Limit } from '../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { ProvenPerson } from '../sessions/index.ts';
import * as users from '../users/index.ts';
import { findKnownDevice, type KnownDevice, type Visitor } from './known-device.service.ts';
import { findWaiting, remindToVerify } from './registration/registration.service.ts';

/** Failed sign-ins to one account from one line, to any account from one line, and from a browser that is known. */
const SIGN_INS: Limit = { name: 'login', points: 10, per_seconds: 900 };
const SIGN_INS_OF_LINE: Limit = { name: 'login-ip', points: 100, per_seconds: 900 };
const SIGN_INS_OF_DEVICE: Limit = { name: 'login-device', points: 10, per_seconds: 900 };
/** Failed sign-ins to one account from everywhere. Known browsers and who proves the mailbox pass it by. */
const SIGN_INS_TO_ACCOUNT: Limit = { name: 'login-account', points: 50, per_seconds: 3600 };

/** Answers the person whose password it is. What fails is counted where the owner is not kept out by it. */
export async function login(
  ctx: SystemContext,
  input: { email: string; password: string },
  visitor: Visitor,
): Promise<ProvenPerson> {
  const email = normalizeEmail(input.email) ?? input.email.toLowerCase();
  const user = await ctx.systemTransaction((tx) => users.findUserByEmail(tx, email));
  const attempt = countAttempt(ctx, email, visitor, findKnownDevice(ctx, user, visitor.device));
  // Counted before the password is checked: a hundred parallel attempts are no more than a hundred in sequence.
  await attempt.spend();
  const waiting = user ? undefined : await findWaiting(ctx, email, visitor);
  const person = user ?? waiting;
  const isRight = await verifyPassword(person?.password_hash ?? null, input.password).catch(async (error) => {
    await attempt.giveBack();
    throw error;
  });
  if (!person || !isRight || user?.active === false) {
    const owner = user ? { organization_id: user.organization_id, user_id: user.id } : { organization_id: null };
    await recordSecurityEvent(ctx, { event: 'sign_in_failed', ...owner, email, reason: 'wrong_password' });
    throw new ApiError('invalid_credentials');
  }
  await attempt.giveBack();
  if (!user?.verified_at) {
    const { name, password_hash } = person;
    const invitation_id = waiting?.invitation_id ?? null;
    if (password_hash !== null) await remindToVerify(ctx, { email, name, password_hash, invitation_id }, visitor);
    throw new ApiError('email_not_verified');
  }
  await attempt.forget();
  return { user_id: user.id, method: 'password' };
}

interface Attempt {
  spend(): Promise<void>;
  /** It was no wrong password. */
  giveBack(): Promise<void>;
  forget(): Promise<void>;
}

/** An unknown account counts like a known one. */
function countAttempt(ctx: SystemContext, email: string, { ip }: Visitor, device: KnownDevice | null): Attempt {
  const limits = ctx.rate_limits;
  if (device) {
    const { name, points, per_seconds } = SIGN_INS_OF_DEVICE;
    return {
      spend: () => limits.spend(name, device.key, points, per_seconds),
      giveBack: () => limits.giveBack(name, device.key, points, per_seconds),
      forget: () => limits.forget(name, device.key),
    };
  }
  const { name, points, per_seconds } = SIGN_INS_TO_ACCOUNT;
  return {
    async spend() {
      await limits.spendFrom(SIGN_INS, ip, email);
      await limits.spendFrom(SIGN_INS_OF_LINE, ip);
      if (await isWithin(limits.spend(name, email, points, per_seconds))) return;
      throw new ApiError('account_guarded').after(per_seconds);
    },
    async giveBack() {
      await limits.giveBackFrom(SIGN_INS, ip, email);
      await limits.giveBackFrom(SIGN_INS_OF_LINE, ip);
      await limits.giveBack(name, email, points, per_seconds);
    },
    forget: () => limits.forgetFrom(SIGN_INS, ip, email),
  };
}
