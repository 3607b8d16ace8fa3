export { acceptInvitation, inviteMembers, joinInvited } from './invitations.service.ts';
export { createMembersRoutes } from './members.routes.ts';
