export {
  confirmAddress,
  createFirstPerson,
  createPerson,
  endUserSessions,
  HANDED_LINK_LIFETIME_IN_HOURS,
  hasPeople,
  issueResetLink,
  setActive,
} from './user-commands.service.ts';
