export {
  acceptInvitation,
  findInvitingOrganization,
  inviteMembers,
  joinInvited,
  mailFirstInvitation,
  makeFirstInvitation,
  requireInvitationMails,
} from './invitations.service.ts';
export { createMembersRoutes } from './members.routes.ts';
export { listInvitationsTo } from './members.store.ts';
