import type { SystemContext, SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { hashToken, newToken } from '../../../kernel/crypto.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import * as users from '../../users/index.ts';
import { mailResetLink } from '../password-reset.service.ts';
import { deleteResetCodes } from '../reset-codes.store.ts';
import * as store from './undo.store.ts';

/** So long the owner of an account can say that a change was not theirs. */
export const UNDO_LIFETIME_IN_DAYS = 7;
const DAY_IN_MS = 86_400_000;
const UNDOS: Limit = { name: 'factor-undo', points: 30, per_seconds: 900 };

/** The token for the notice about a factor or identity that this transaction adds. */
export async function issueFactorUndo(tx: Pick<TransactionContext, 'db'>, userId: number): Promise<string> {
  const token = newToken();
  await store.insertFactorUndo(tx, {
    user_id: userId,
    undo_hash: hashToken(token),
    lifetime_in_days: UNDO_LIFETIME_IN_DAYS,
  });
  return token;
}

/**
 * Locks an intruder out who knew the password: every factor and identity added since is removed, and with them the password,
 * all sessions and all pending changes. Older factors stay: they are the owner's.
 * @returns what was removed, in words
 */
export async function evictIntruder(tx: SystemTransactionContext, userId: number, since: Date): Promise<string[]> {
  const removed = await store.deleteAddedSince(tx, userId, since);
  await store.endWhatWaits(tx, userId);
  await users.clearPassword(tx, userId);
  await users.endAccess(tx, [userId], 'all');
  await deleteResetCodes(tx, userId);
  return removed.map(({ kind, label }) => REMOVED_TEXTS[kind](label));
}

/** An intruder may have prepared the way before asking for another address: as far back as the link to undo it reaches. */
export const sinceBefore = (change: Date): Date => new Date(change.getTime() - UNDO_LIFETIME_IN_DAYS * DAY_IN_MS);

const REMOVED_TEXTS = {
  passkey: (name: string) => `the passkey "${name}"`,
  totp: () => 'the authenticator app',
  identity: (email: string) => `signing in with the provider account ${email}`,
  recovery: () => 'the recovery codes',
};

/** Follows the link of a notice: what was added goes, and everything added after it. @throws link_invalid */
export async function undoFactor(ctx: SystemContext, code: string, ip: string): Promise<string[]> {
  await ctx.rate_limits.spendFrom(UNDOS, ip);
  const { person, removed } = await ctx.systemTransaction(async (tx) => {
    const undo = await store.consumeFactorUndo(tx, hashToken(code));
    const person = undo && (await users.lockUser(tx, undo.user_id));
    if (!undo || !person?.active) throw new ApiError('link_invalid');
    const removed = await evictIntruder(tx, person.id, undo.added_at);
    await recordSecurityEvent(tx, {
      event: 'factor_undone',
      organization_id: person.organization_id,
      user_id: person.id,
    });
    return { person, removed };
  });
  await mailResetLink(ctx, person, removed);
  return removed;
}
