export { acceptInvitation, inviteMembers, joinInvited, makeFirstInvitation } from './invitations.service.ts';
export { createMembersRoutes } from './members.routes.ts';
export { listInvitationsTo } from './members.store.ts';
