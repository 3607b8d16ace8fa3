import type { SecurityEventName } from '@overture/domain/security/events';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findMailLanguage, sendBrandedMail } from '../../brands/index.ts';
import { deleteOtherSessions } from '../../sessions/index.ts';
import { markConfirmed } from '../../step-up/index.ts';
import { describeUndo, findBrandFor, type MailContext, type UndoLink } from '../auth-mail.service.ts';
import { issueFactorUndo, UNDO_LIFETIME_IN_DAYS } from '../undo/undo.service.ts';
import * as store from './factors.store.ts';
import { replaceRecoveryCodes } from './recovery-codes.service.ts';
import { requireSecondFactorLeft } from './requirement.service.ts';
import { deleteRecoveryCodes } from './totp.store.ts';

/** Mails the user what changed, with a link to undo an addition. The change stays even if the mail fails. */
async function sendFactorNotice(
  ctx: MailContext,
  to: string,
  { what, undo }: { what: string; undo: UndoLink | null },
): Promise<void> {
  try {
    const brand = await findBrandFor(ctx, to);
    await sendBrandedMail(ctx, brand, {
      to,
      language: await findMailLanguage(ctx, { to, organization_id: null }),
      subject: 'The security of your account changed',
      paragraphs: [
        `${what} for your account. Every other device was signed out.`,
        ...(undo
          ? describeUndo(brand.url, undo)
          : [
              `If this was not you, reset your password now (${brand.url}/forgot-password), then look at Account, Security.`,
            ]),
      ],
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'second factor notice not sent');
  }
}

const TRIES = 5;
const TRIES_PER_SECONDS = 15 * 60;

/** Counts one try of a code for the person, over all processes and all sign-ins. @throws rate_limited */
export async function spendFactorTry(ctx: Pick<SystemContext, 'rate_limits'>, userId: number): Promise<void> {
  await ctx.rate_limits.spend('second-factor', String(userId), TRIES, TRIES_PER_SECONDS);
}

export async function forgetFactorTries(ctx: Pick<SystemContext, 'rate_limits'>, userId: number): Promise<void> {
  await ctx.rate_limits.forget('second-factor', String(userId));
}

/**
 * Changes a factor and everything that follows in one transaction: all other sessions and pending sign-ins end, the first
 * factor brings recovery codes, the last one removes them. The user is notified by mail, with a link to undo an addition.
 * @returns recovery codes to show once, or null
 */
export async function finishFactorChange(
  ctx: SessionContext,
  mailed: { event: SecurityEventName; what: string },
  change: (tx: TransactionContext) => Promise<void>,
): Promise<string[] | null> {
  const isAdded = mailed.event === 'second_factor_added' || mailed.event === 'passkey_added';
  const { codes, person, token } = await ctx.transaction(async (tx) => {
    const person = orNotFound(await store.lockPerson(tx, ctx.user.id));
    await change(tx);
    const after = await store.summarizeFactors(tx, ctx.user.id, null);
    const hasFactor = after.totp_confirmed_at !== null || after.passkeys > 0;
    if (!hasFactor) await requireSecondFactorLeft(tx, ctx);
    await deleteOtherSessions(tx, ctx.user.id, ctx.session.session_id);
    await store.deleteTicketsOfUser(tx, ctx.user.id);
    await markConfirmed(tx, ctx.session.session_id, hasFactor);
    await recordSecurityEvent(tx, { event: mailed.event, user_id: ctx.user.id });
    if (!hasFactor) await deleteRecoveryCodes(tx, ctx.user.id);
    const codes =
      isAdded && after.recovery_codes_left === 0
        ? await replaceRecoveryCodes(tx, { organization_id: ctx.organization.id, user_id: ctx.user.id })
        : null;
    return { codes, person, token: isAdded ? await issueFactorUndo(tx, person.id) : null };
  });
  await forgetFactorTries(ctx.system, ctx.user.id);
  const undo = token === null ? null : { token, days: UNDO_LIFETIME_IN_DAYS };
  await sendFactorNotice(ctx.system, person.email, { what: mailed.what, undo });
  return codes;
}

/** A wrong factor of a signed-in user: logged, then refused. */
export async function refuseFactor(
  ctx: SystemContext,
  person: { id: number; organization_id: number },
  method: 'totp' | 'recovery' | 'passkey',
): Promise<never> {
  await recordSecurityEvent(ctx, {
    event: method === 'passkey' ? 'passkey_failed' : 'second_factor_failed',
    organization_id: person.organization_id,
    user_id: person.id,
    reason: method,
  });
  throw new ApiError(method === 'passkey' ? 'passkey_refused' : 'second_factor_wrong');
}
