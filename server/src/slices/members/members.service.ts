import type { Invitation, Member } from '@overture/contract/members';
import { canChangeRole, canDeleteMember, MANAGERS, type Role, type Viewer } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { listConnectedBy, stopUserSenders } from '../accounts/index.ts';
import { unlinkMemberSso } from '../auth/index.ts';
import { findOrganization } from '../organization/index.ts';
import { isBreakGlassUser } from '../sso-enforcement/index.ts';
import { requireConfirmed } from '../step-up/index.ts';
import { presentInvitation } from './invitations.service.ts';
import * as store from './members.store.ts';

type Named = { id: number; name: string };

/** What slices after this one know about senders. */
export interface MemberFacts {
  listAffectedCampaigns(tx: TransactionContext, accountId: number): Promise<Named[]>;
}

export async function listTeam(ctx: SessionContext): Promise<{ members: Member[]; invitations: Invitation[] }> {
  const [members, invitations] = await Promise.all([ctx.read(store.listMembers), ctx.read(store.listInvitations)]);
  return {
    members: members.map((row) => ({
      ...row,
      joined_at: row.joined_at.toISOString(),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
    })),
    invitations: invitations.map(presentInvitation),
  };
}

/** Who looks, as the rules need them. */
async function loadViewer(ctx: SessionContext, tx: ReadContext): Promise<Viewer> {
  const { is_whitelabel, is_agency } = orNotFound(await findOrganization(tx, ctx.organization.id));
  return { id: ctx.user.id, role: ctx.user.role, organization: { is_whitelabel, is_agency } };
}

/** Their sessions end with the change: open pages lose the former rights. */
export async function changeRole(ctx: SessionContext, id: number, role: Role): Promise<void> {
  await ctx.transaction(async (tx) => {
    const members = await store.lockMembers(tx);
    const member = orNotFound(members.find((one) => one.id === id));
    if (!canChangeRole(await loadViewer(ctx, tx), member, role)) throw new ApiError('forbidden');
    if (member.role === role) return;
    if (!MANAGERS.includes(role)) {
      requireAnotherManager(members, id);
      await requireNoWayBack(tx, member);
    }
    await store.updateRole(tx, id, role);
    await recordSecurityEvent(tx, {
      event: 'role_changed',
      subject: { kind: 'person', id, label: member.email },
      reason: `${member.role} to ${role}`,
    });
  });
}

/** The senders they connected stop with the reason; what they made stays with the organization. */
export async function deleteMember(ctx: SessionContext, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    const members = await store.lockMembers(tx);
    const member = orNotFound(members.find((one) => one.id === id));
    if (!canDeleteMember(await loadViewer(ctx, tx), member)) throw new ApiError('forbidden');
    requireAnotherManager(members, id);
    await requireNoWayBack(tx, member);
    await stopUserSenders(
      tx,
      id,
      `${member.name} connected this account and has left the team. Reconnect it to continue.`,
    );
    await store.deleteMember(tx, id);
    await recordSecurityEvent(tx, { event: 'member_removed', subject: { kind: 'person', id, label: member.email } });
  });
}

/** Another account of the identity provider can then be theirs. @throws step_up_needed, conflict */
export async function unlinkSso(ctx: SessionContext, id: number): Promise<void> {
  requireConfirmed(ctx);
  await ctx.transaction(async (tx) => {
    const members = await store.lockMembers(tx);
    const member = orNotFound(members.find((one) => one.id === id));
    if (!canDeleteMember(await loadViewer(ctx, tx), member)) throw new ApiError('forbidden');
    await unlinkMemberSso(tx, id);
  });
}

export async function previewDeletion(
  ctx: SessionContext,
  id: number,
  facts: MemberFacts,
): Promise<{ senders: Named[]; campaigns: Named[] }> {
  return ctx.transaction(async (tx) => {
    orNotFound((await store.listMembers(tx)).find((one) => one.id === id));
    const senders = await listConnectedBy(tx, id);
    const campaigns = new Map<number, Named>();
    for (const sender of senders)
      for (const { id: campaign, name } of await facts.listAffectedCampaigns(tx, sender.id))
        campaigns.set(campaign, { id: campaign, name });
    return {
      senders: senders.map((row) => ({ id: row.id, name: row.email ?? row.name })),
      campaigns: [...campaigns.values()].slice(0, LIST_LIMITS.campaigns),
    };
  });
}

function requireAnotherManager(members: readonly { id: number; role: Role }[], id: number): void {
  const isThere = members.some((one) => one.id !== id && MANAGERS.includes(one.role));
  if (!isThere) throw new ApiError('last_manager');
}

/** With required Single Sign-On, its managers can still sign in without it. */
async function requireNoWayBack(tx: TransactionContext, { id, name }: Named): Promise<void> {
  if (await isBreakGlassUser(tx, id)) throw new ApiError('sso_way_back', { name });
}
