import type { SystemContext } from '../../../kernel/context.ts';
import { hashToken } from '../../../kernel/crypto.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { hashPassword } from '../../../kernel/password-hash.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { checkNewPassword } from '../../password-policy/index.ts';
import { requireOwnWay } from '../../sso-enforcement/index.ts';
import * as users from '../../users/index.ts';
import { canMail } from '../auth-mail.service.ts';
import type { Visitor } from '../known-device.service.ts';
import { consumeResetCode, deleteResetCodes, findResetOwner, type ResetOwner } from '../reset-codes.store.ts';
import type { Invited } from './invited.service.ts';
import { remindToVerify } from './registration.service.ts';

const RESETS: Limit = { name: 'reset', points: 30, per_seconds: 900 };

interface LinkInput {
  code: string;
  password: string;
  name?: string | null | undefined;
}

/**
 * A mailed link verifies the address: of a known user, who gets a new password, or of an invited one, who joins. A link that
 * was handed over verifies nothing: a code is mailed (decision 0266).
 * @throws email_not_verified when it is on its way
 */
export async function setPasswordByLink(
  ctx: SystemContext,
  input: LinkInput,
  visitor: Visitor,
  { acceptInvitation }: Invited,
): Promise<number> {
  await ctx.rate_limits.spendFrom(RESETS, visitor.ip);
  const code_hash = hashToken(input.code);
  const owner = await ctx.systemTransaction((tx) => findResetOwner(tx, code_hash));
  const invited = owner ? null : await acceptInvitation(ctx, input, visitor);
  return invited ?? resetPassword(ctx, { input, code_hash, owner }, visitor);
}

/** Sets the password and ends every session. */
async function resetPassword(
  ctx: SystemContext,
  { input, code_hash, owner }: { input: LinkInput; code_hash: Buffer; owner: ResetOwner | undefined },
  visitor: Visitor,
): Promise<number> {
  // Words about the password only for who holds a link: otherwise they would name a stranger's address.
  checkNewPassword(input.password, owner ?? null);
  // A link from before Single Sign-On was demanded.
  if (owner) await ctx.systemTransaction((tx) => requireOwnWay(tx, owner.id));
  const password_hash = await hashPassword(input.password);
  const asksForCode = owner?.is_handed === true && owner.verified_at === null && canMail(ctx);
  const userId = await ctx.systemTransaction(async (tx) => {
    const id = await consumeResetCode(tx, code_hash);
    if (id === null) return null;
    await users.updateUser(tx, id, {
      password_hash,
      verified: !asksForCode,
      ...(input.name ? { name: input.name } : {}),
    });
    await users.endAccess(tx, [id], 'all');
    await deleteResetCodes(tx, id);
    return id;
  });
  if (userId === null || !owner) {
    await recordSecurityEvent(ctx, { event: 'password_reset_failed' });
    throw new ApiError('link_invalid');
  }
  await recordSecurityEvent(ctx, {
    event: 'password_reset',
    organization_id: owner.organization_id,
    user_id: userId,
  });
  if (asksForCode) {
    await remindToVerify(ctx, { email: owner.email, name: owner.name, password_hash, invitation_id: null }, visitor);
    throw new ApiError('email_not_verified');
  }
  // The holder of the mailbox is the owner: guesses by others are reset.
  await ctx.rate_limits.forget('login-account', owner.email.toLowerCase());
  return userId;
}
