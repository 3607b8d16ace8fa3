import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findUser } from '../auth.store.ts';
import { summarizeFactors } from '../factors/factors.store.ts';
import { endSessionsOutsideSso } from '../sessions/sso-only.store.ts';
import { requireConfirmed } from '../sessions/step-up.service.ts';
import { findConnection, updateRequired } from './connection.store.ts';
import { listDomains } from './domains.store.ts';

type Tx = Parameters<Parameters<SessionContext['transaction']>[0]>[0];

/**
 * Requires Single Sign-On, for a provider that was tested. The admin who requires it keeps one other way to sign in, with a
 * factor that does not depend on the provider; all other non-SSO sessions end immediately.
 */
export async function requireSso(ctx: SessionContext, isRequired: boolean): Promise<void> {
  requireConfirmed(ctx);
  const { id } = ctx.organization;
  await ctx.transaction(async (tx) => {
    if (isRequired) await checkReady(tx, ctx);
    await updateRequired(tx, id, isRequired ? ctx.user.id : null);
    if (isRequired) await endSessionsOutsideSso(tx, id);
    const label = isRequired ? 'Only Single Sign-On' : 'Not only Single Sign-On';
    await recordSecurityEvent(tx, { event: 'sso_changed', subject: { kind: 'setting', label } });
  });
}

async function checkReady(tx: Tx, ctx: SessionContext): Promise<void> {
  const row = await findConnection(tx, ctx.organization.id);
  const domains = await listDomains(tx, ctx.organization.id);
  if (!row || !domains.some((domain) => domain.verified_at)) throw new ApiError('sso_not_set_up');
  if (!row.tested_at) throw new ApiError('sso_not_tried');
  const { passkeys, totp_confirmed_at } = await summarizeFactors(tx, ctx.user.id, null);
  const { password_hash } = orNotFound(await findUser(tx, ctx.user.id));
  if (passkeys === 0 && (totp_confirmed_at === null || password_hash === null))
    throw new ApiError('sso_way_back_needed');
}
