import type { User } from '@overture/contract/auth';
import { ACTING_LIFETIME_IN_MINUTES } from '@overture/domain/limits';
import { hashToken, newToken } from '../../../kernel/crypto.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import type { SignIn } from '../sessions/sessions.service.ts';
import { requireConfirmed } from '../sessions/step-up.service.ts';
import * as store from './acting.store.ts';

/**
 * A session in which the caller acts for another person, for an hour and no longer. Both organizations read of it.
 * @throws step_up_needed; not_found; conflict for other operators and for who cannot sign in
 */
export async function startActing(ctx: SessionContext, userId: number, reason: string | null): Promise<SignIn> {
  return openActingSession(ctx, userId, reason, () => undefined);
}

/**
 * The same for an agency and the people of its clients. @throws step_up_needed; not_found for everybody else; conflict for clients that were
 * cancelled or do not want it
 */
export async function startActingForClient(
  ctx: SessionContext,
  userId: number,
  reason: string | null,
): Promise<SignIn> {
  return openActingSession(ctx, userId, reason, (target) => {
    if (target.agency_id !== ctx.organization.id) throw new ApiError('not_found');
    if (target.is_suspended) throw new ApiError('conflict', { reason: 'This client was cancelled or suspended.' });
    if (target.is_closed_to_agency) {
      throw new ApiError('conflict', { reason: 'This client switched off that their agency signs in as them.' });
    }
  });
}

async function openActingSession(
  ctx: SessionContext,
  userId: number,
  reason: string | null,
  check: (target: store.ActingTarget) => void,
): Promise<SignIn> {
  requireConfirmed(ctx);
  const token = newToken();
  await ctx.system.systemTransaction(async (tx) => {
    const target = orNotFound(await store.lockTarget(tx, userId));
    check(target);
    const { id, organization_id, email, role, active } = target;
    if (role === 'ADMIN') throw new ApiError('conflict', { reason: "You can't act for another administrator." });
    if (!active) throw new ApiError('conflict', { reason: 'This person was deactivated.' });
    await store.insertActingSession(tx, {
      token_hash: hashToken(token),
      organization_id,
      user_id: id,
      actor_user_id: ctx.user.id,
      parent_session_id: ctx.session.session_id,
      lifetime_in_minutes: ACTING_LIFETIME_IN_MINUTES,
    });
    const event = { event: 'acting_started', actor_id: ctx.user.id, ...(reason ? { reason } : {}) } as const;
    await recordSecurityEvent(tx, { ...event, organization_id, user_id: id });
    await recordSecurityEvent(tx, {
      ...event,
      organization_id: ctx.organization.id,
      user_id: ctx.user.id,
      subject: { kind: 'person', id, label: email },
    });
  });
  return { token, user_id: userId };
}

/**
 * Returns to the own session with a new token; null if it has ended in the meantime.
 * @throws conflict outside of an impersonation
 */
export async function endActing(ctx: SessionContext): Promise<SignIn | null> {
  const { id, actor_id } = ctx.user;
  if (actor_id === id) throw new ApiError('conflict', { reason: 'You are signed in as yourself.' });
  const token = newToken();
  const back = await ctx.system.systemTransaction(async (tx) => {
    await recordSecurityEvent(tx, {
      event: 'acting_ended',
      organization_id: ctx.organization.id,
      user_id: id,
      actor_id,
    });
    return store.returnToParent(tx, ctx.session.session_id, hashToken(token));
  });
  return back ? { token, user_id: back.user_id } : null;
}

/** Who acts in this session, and until when. */
export async function findActing(ctx: SessionContext): Promise<User['acting']> {
  if (ctx.user.actor_id === ctx.user.id) return null;
  const actor = await ctx.system.systemRead((read) => store.findActor(read, ctx.session.session_id));
  return actor ? { actor_name: actor.name, ends_at: actor.ends_at.toISOString() } : null;
}

/** Null for who has no agency. */
export async function getAgencyAccess(ctx: SessionContext): Promise<boolean | null> {
  return ctx.read((tx) => store.findAgencyAccess(tx, ctx.organization.id));
}

/**
 * Turning it off ends every impersonation by the agency here.
 * @throws conflict without an agency
 */
export async function changeAgencyAccess(ctx: SessionContext, isOpen: boolean): Promise<void> {
  const { id } = ctx.organization;
  await ctx.system.systemTransaction(async (tx) => {
    if (!(await store.updateAgencyAccess(tx, id, isOpen)))
      throw new ApiError('conflict', { reason: 'Your organization has no agency.' });
    if (!isOpen) await store.deleteSessionsOfAgency(tx, id);
    await recordSecurityEvent(tx, {
      event: 'setting_changed',
      organization_id: id,
      user_id: ctx.user.id,
      subject: { kind: 'setting', label: isOpen ? 'Agency may sign in' : 'Agency may not sign in' },
    });
  });
}
