import type { membersEndpoints } from '@overture/contract/members';
import type { RouteTable } from '../../kernel/slice.ts';
import { describeInvitation, inviteMembers, resendInvitation, withdrawInvitation } from './invitations.service.ts';
import { changeRole, deleteMember, listTeam, type MemberFacts, previewDeletion, unlinkSso } from './members.service.ts';

export function createMembersRoutes(facts: MemberFacts): RouteTable<typeof membersEndpoints> {
  return {
    listMembers: (ctx) => listTeam(ctx),
    inviteMembers: async (ctx, { body }) => ({
      success: true,
      invitations: await inviteMembers(ctx, body.emails, body.role),
    }),
    resendInvitation: async (ctx, { params }) => ({ invitation: await resendInvitation(ctx, params.id) }),
    withdrawInvitation: async (ctx, { params }) => {
      await withdrawInvitation(ctx, params.id);
      return { success: true };
    },
    findInvitation: (ctx, { body, request }) => describeInvitation(ctx, body.code, request.ip),
    changeMemberRole: async (ctx, { params, body }) => {
      await changeRole(ctx, params.id, body.role);
      return { success: true };
    },
    unlinkMemberSso: async (ctx, { params }) => {
      await unlinkSso(ctx, params.id);
      return { success: true };
    },
    previewMemberDeletion: (ctx, { params }) => previewDeletion(ctx, params.id, facts),
    deleteMember: async (ctx, { params }) => {
      await deleteMember(ctx, params.id);
      return { success: true };
    },
  };
}
