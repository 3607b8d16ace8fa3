import { RIGHTS, ROLES } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { z } from 'zod';
import { done, endpoint, unused } from './endpoint.ts';

const memberSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  picture_url: z.string().nullable(),
  joined_at: z.iso.datetime(),
  /** When one of their sessions was last used, to five minutes; null when none is left. */
  last_seen_at: z.iso.datetime().nullable(),
  /** An account of the organization's identity provider is linked to them. */
  has_sso: z.boolean(),
});
export type Member = z.output<typeof memberSchema>;

const invitationSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Name of who invited them; null when they have left. */
  invited_by: z.string().nullable(),
  invited_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_expired: z.boolean(),
});
export type Invitation = z.output<typeof invitationSchema>;

const named = z.object({ id: z.number().int(), name: z.string() });

export const membersEndpoints = {
  listMembers: endpoint('GET /organization/members/', {
    summary: 'The people of the organization, and who is invited',
    shows: ['members'],
    roles: RIGHTS.work,
    ok: z.object({
      members: z.array(memberSchema).max(LIST_LIMITS.members),
      invitations: z.array(invitationSchema).max(TENANT_LIMITS.open_invitations),
    }),
  }),
  inviteMembers: endpoint('POST /organization/user/', {
    summary: 'Invite people by email; if one of them cannot be invited, none is',
    touches: ['members'],
    roles: RIGHTS.team,
    while_acting: 'refused',
    body: z.object({
      /** Blank ones are left out. */
      emails: z.array(unused(z.string().max(254))).max(TENANT_LIMITS.invitations_per_call),
      /** `RESTRICTED` unless said otherwise; never above the own role. */
      role: z.enum(ROLES).optional(),
    }),
    errors: ['emails_needed', 'member_already_invited', 'invitations_full', 'mail_not_sent', 'rate_limited'],
    ok: z.object({ success: z.literal(true), invitations: z.array(invitationSchema) }),
  }),
  resendInvitation: endpoint('POST /organization/invitations/{id}/resend/', {
    summary: 'Mail a new link; the previous one becomes invalid',
    touches: ['members'],
    roles: RIGHTS.team,
    while_acting: 'refused',
    errors: ['mail_not_sent', 'rate_limited'],
    ok: z.object({ invitation: invitationSchema }),
  }),
  withdrawInvitation: endpoint('DELETE /organization/invitations/{id}/', {
    summary: 'Withdraw an invitation: its link becomes invalid',
    touches: ['members'],
    roles: RIGHTS.team,
    while_acting: 'refused',
    ok: done,
  }),
  findInvitation: endpoint('POST /auth/invitation/', {
    summary: 'What a mailed invitation is for',
    auth: 'public',
    reads_only: true,
    body: z.object({ code: z.string().max(200) }),
    errors: ['link_invalid', 'rate_limited'],
    ok: z.object({ email: z.string(), organization_name: z.string(), invited_by: z.string().nullable() }),
  }),
  changeMemberRole: endpoint('PUT /users/{id}/role/', {
    summary: 'Change what a member may do; their sessions end',
    touches: ['members'],
    roles: RIGHTS.team,
    while_acting: 'refused',
    body: z.object({ role: z.enum(ROLES) }),
    errors: ['last_manager', 'sso_way_back'],
    ok: done,
  }),
  unlinkMemberSso: endpoint('DELETE /users/{id}/sso/', {
    summary: "Unlink a member from their account at the organization's identity provider; their sessions end",
    touches: ['members'],
    roles: RIGHTS.team,
    while_acting: 'refused',
    errors: ['step_up_needed', 'conflict'],
    ok: done,
  }),
  previewMemberDeletion: endpoint('GET /users/{id}/deletion/', {
    summary: 'What stops when a member is deleted: the senders they connected, and campaigns that use those',
    shows: ['members'],
    roles: RIGHTS.team,
    ok: z.object({
      senders: z.array(named).max(LIST_LIMITS.accounts),
      campaigns: z.array(named).max(LIST_LIMITS.campaigns),
    }),
  }),
  deleteMember: endpoint('DELETE /users/{id}/', {
    summary: 'Delete a member; the senders they connected stop, everything else stays',
    touches: ['members', 'senders', 'campaigns'],
    roles: RIGHTS.team,
    while_acting: 'refused',
    errors: ['last_manager', 'sso_way_back'],
    ok: done,
  }),
};
