import type { SystemContext } from '../../../kernel/context.ts';
import { hashToken, newToken } from '../../../kernel/crypto.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { checkEmail } from '../../password-policy/index.ts';
import { requireOwnWay } from '../../sso-enforcement/index.ts';
import { requireConfirmed, requireOwnPerson } from '../../step-up/index.ts';
import * as users from '../../users/index.ts';
import { checkCurrentPassword } from '../account.service.ts';
import { sendConfirmLink, sendEmailChangeNotice } from '../auth-mail.service.ts';
import { requireFactorConfirmed } from '../factors/second-factor.service.ts';
import { mailResetLink } from '../password-reset.service.ts';
import { deleteResetCodes } from '../reset-codes.store.ts';
import { evictIntruder, sinceBefore, UNDO_LIFETIME_IN_DAYS } from '../undo/undo.service.ts';
import * as store from './email-change.store.ts';

const CONFIRM_LIFETIME_IN_HOURS = 24;
/** Mails that one person can make us send to addresses that are not theirs. */
const CHANGES: Limit = { name: 'email-change', points: 10, per_seconds: 3600 };
const LINKS: Limit = { name: 'email-link', points: 30, per_seconds: 900 };

/**
 * Starts a change of the sign-in address: it waits for the confirmation by the new mailbox; the old one is notified immediately
 * and can undo it. Users whose address binds them to Single Sign-On keep it.
 * @throws step_up_needed, wrong_password, sso_only, email_taken
 */
export async function changeEmail(
  ctx: SessionContext,
  currentPassword: string | null | undefined,
  given: string,
): Promise<void> {
  const new_email = checkEmail(given, 'new_email');
  await requireFactorConfirmed(ctx);
  // Without a password, the sign-in at the provider is what proves the person.
  if (!(await checkCurrentPassword(ctx, currentPassword))) requireConfirmed(ctx);
  await spendChange(ctx);
  const [confirm, undo] = [newToken(), newToken()];
  const old_email = await ctx.system.systemTransaction(async (tx) => {
    const user = orNotFound(await users.lockUser(tx, ctx.user.id));
    await requireOwnWay(tx, user.id);
    const isOwn = user.email.toLowerCase() === new_email.toLowerCase();
    if (isOwn || (await users.isAddressTaken(tx, new_email, user.id))) {
      throw new ApiError('email_taken', {}, { new_email: new ApiError('email_taken').message });
    }
    await store.insertEmailChange(tx, {
      organization_id: user.organization_id,
      user_id: user.id,
      old_email: user.email,
      new_email,
      confirm_hash: hashToken(confirm),
      undo_hash: hashToken(undo),
      confirm_lifetime_in_hours: CONFIRM_LIFETIME_IN_HOURS,
      undo_lifetime_in_days: UNDO_LIFETIME_IN_DAYS,
    });
    return user.email;
  });
  await recordSecurityEvent(ctx, { event: 'email_change_asked' });
  await sendEmailChangeNotice(ctx.system, old_email, { new_email, token: undo, days: UNDO_LIFETIME_IN_DAYS });
  await sendConfirmLink(ctx.system, new_email, {
    token: confirm,
    hours: CONFIRM_LIFETIME_IN_HOURS,
    organization_id: ctx.organization.id,
    old_email,
  });
}

export async function resendEmailChange(ctx: SessionContext): Promise<void> {
  requireOwnPerson(ctx);
  await spendChange(ctx);
  const token = newToken();
  const renewed = await ctx.transaction((tx) =>
    store.renewConfirmLink(tx, ctx.user.id, hashToken(token), CONFIRM_LIFETIME_IN_HOURS),
  );
  const { new_email, old_email } = orNotFound(renewed);
  await sendConfirmLink(ctx.system, new_email, {
    token,
    hours: CONFIRM_LIFETIME_IN_HOURS,
    organization_id: ctx.organization.id,
    old_email,
  });
}

export async function cancelEmailChange(ctx: SessionContext): Promise<void> {
  requireOwnPerson(ctx);
  await ctx.transaction((tx) => store.endPendingChange(tx, ctx.user.id));
}

function spendChange(ctx: SessionContext): Promise<void> {
  return ctx.system.rate_limits.spend(CHANGES.name, String(ctx.user.id), CHANGES.points, CHANGES.per_seconds);
}

/** Follows the link in the new mailbox: the address counts from now on. Answers it. */
export async function confirmEmail(ctx: SystemContext, code: string, ip: string): Promise<string> {
  await ctx.rate_limits.spendFrom(LINKS, ip);
  try {
    return await ctx.systemTransaction(async (tx) => {
      const change = await store.lockByConfirmLink(tx, hashToken(code));
      const user = change && (await users.lockUser(tx, change.user_id));
      if (!change || !user?.active) throw new ApiError('link_invalid');
      // Single Sign-On may have been demanded since the change was asked for.
      await requireOwnWay(tx, user.id);
      if (await users.isAddressTaken(tx, change.new_email, user.id)) throw new ApiError('email_taken');
      await users.updateUser(tx, user.id, { email: change.new_email, verified: true });
      await store.markConfirmed(tx, change.id, UNDO_LIFETIME_IN_DAYS);
      await deleteResetCodes(tx, user.id);
      const { organization_id, id: user_id } = user;
      await recordSecurityEvent(tx, { event: 'email_change_confirmed', organization_id, user_id });
      return change.new_email;
    });
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new ApiError('email_taken');
    throw error;
  }
}

/**
 * Follows the link in the old mailbox: restores the old address. The author of the change knew the password, so every session
 * ends, and the password and every factor and identity added since a week before are removed. A link to choose another password
 * is mailed there.
 */
export async function undoEmailChange(ctx: SystemContext, code: string, ip: string): Promise<string> {
  await ctx.rate_limits.spendFrom(LINKS, ip);
  const { user, removed } = await ctx.systemTransaction(async (tx) => {
    const change = await store.lockByUndoLink(tx, hashToken(code));
    const person = change && (await users.lockUser(tx, change.user_id));
    if (!change || !person?.active) throw new ApiError('link_invalid');
    // Wherever the address went since: this mailbox had it before.
    await users.updateUser(tx, person.id, { email: change.old_email });
    await store.undoChangesFrom(tx, change);
    const removed = await evictIntruder(tx, person.id, sinceBefore(change.created_at));
    const { organization_id, id: user_id } = person;
    await recordSecurityEvent(tx, { event: 'email_change_undone', organization_id, user_id });
    return { user: { ...person, email: change.old_email }, removed };
  });
  await mailResetLink(ctx, user, removed);
  return user.email;
}
