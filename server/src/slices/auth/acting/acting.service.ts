import type { User } from '@overture/contract/auth';
import { ACTING_LIFETIME_IN_MINUTES } from '@overture/domain/limits';
import type { SystemContext, SystemTransactionContext } from '../../../kernel/context.ts';
import { hashToken, newToken } from '../../../kernel/crypto.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findSessionRow, type SignIn } from '../../sessions/index.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import * as store from './acting.store.ts';

/**
 * A session in which the caller acts for another person, for an hour and no longer. Both organizations read of it.
 * @throws step_up_needed; not_found; conflict for other operators and for who cannot sign in
 */
export async function startActing(ctx: SessionContext, userId: number, reason: string | null): Promise<SignIn> {
  return openActingSession(ctx, reason, (tx) => findTarget(tx, userId, () => undefined));
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
  return openActingSession(ctx, reason, (tx) => findTarget(tx, userId, (target) => requireOpenClient(ctx, target)));
}

/**
 * The same for a client that no user has joined yet, so the agency can set everything up. The session is that of the client's workspace
 * user, who can't sign in (decision 0336).
 * @throws step_up_needed; not_found for others' clients; conflict once a user has joined
 */
export async function openClientWorkspace(
  ctx: SessionContext,
  clientId: number,
  reason: string | null,
): Promise<SignIn> {
  return openActingSession(ctx, reason, async (tx) => {
    const client = orNotFound(await store.lockWorkspace(tx, clientId));
    requireOpenClient(ctx, client);
    if (client.has_users)
      throw new ApiError('conflict', { reason: 'A user of this client has an account. Use "Login as" for that user.' });
    const agency_id = ctx.organization.id;
    const email = `workspace-${crypto.randomUUID()}@workspace.invalid`;
    const id = await store.upsertWorkspaceUser(tx, { client_id: clientId, agency_id, email });
    return { id, organization_id: clientId, subject: { kind: 'client', id: clientId, label: client.name } };
  });
}

/** @throws not_found for clients of other agencies; conflict for clients that were cancelled or do not want it */
function requireOpenClient(
  ctx: SessionContext,
  client: Pick<store.ActingTarget, 'agency_id' | 'is_suspended' | 'is_closed_to_agency'>,
): void {
  if (client.agency_id !== ctx.organization.id) throw new ApiError('not_found');
  if (client.is_suspended) throw new ApiError('conflict', { reason: 'This client was cancelled or suspended.' });
  if (client.is_closed_to_agency)
    throw new ApiError('conflict', { reason: 'This client switched off that their agency signs in as them.' });
}

interface ActedFor {
  id: number;
  organization_id: number;
  subject: { kind: 'person' | 'client'; id: number; label: string };
}

async function findTarget(
  tx: SystemTransactionContext,
  userId: number,
  check: (target: store.ActingTarget) => void,
): Promise<ActedFor> {
  const target = orNotFound(await store.lockTarget(tx, userId));
  check(target);
  const { id, organization_id, email, role, active } = target;
  if (role === 'ADMIN') throw new ApiError('conflict', { reason: "You can't act for another administrator." });
  if (!active) throw new ApiError('conflict', { reason: 'This person was deactivated.' });
  return { id, organization_id, subject: { kind: 'person', id, label: email } };
}

async function openActingSession(
  ctx: SessionContext,
  reason: string | null,
  find: (tx: SystemTransactionContext) => Promise<ActedFor>,
): Promise<SignIn> {
  requireConfirmed(ctx);
  const token = newToken();
  return ctx.system.systemTransaction(async (tx) => {
    const { id, organization_id, subject } = await find(tx);
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
      subject,
    });
    return { token, user_id: id };
  });
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

const RESUMES: Limit = { name: 'acting-resume', points: 60, per_seconds: 900 };

/**
 * Returns to the own session after an impersonation ran out. Its token opens nothing else, for 12 hours and only while the own session is
 * valid on this host. Null otherwise.
 */
export async function resumeOwnSession(
  ctx: SystemContext,
  { token, ip, host }: { token: string; ip: string; host: string | null },
): Promise<SignIn | null> {
  await ctx.rate_limits.spendFrom(RESUMES, ip);
  const next = newToken();
  return ctx.systemTransaction(async (tx) => {
    const acting = await store.findExpiredActing(tx, hashToken(token));
    if (!acting) return null;
    const { id, own_hash, ...whose } = acting;
    if (!(await findSessionRow(tx, own_hash, ctx.config.REQUIRE_SECOND_FACTOR, host))) return null;
    await recordSecurityEvent(tx, { event: 'acting_ended', ...whose });
    const back = await store.returnToParent(tx, id, hashToken(next));
    return back ? { token: next, user_id: back.user_id } : null;
  });
}

/** Who acts in this session, and until when. */
export async function findActing(ctx: SessionContext): Promise<User['acting']> {
  if (ctx.user.actor_id === ctx.user.id) return null;
  const actor = await ctx.system.systemRead((read) => store.findActor(read, ctx.session.session_id));
  if (!actor) return null;
  const { name, ends_at, is_workspace } = actor;
  return { actor_name: name, ends_at: ends_at.toISOString(), is_workspace };
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
