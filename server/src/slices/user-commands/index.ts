export {
  confirmAddress,
  createPerson,
  endUserSessions,
  HANDED_LINK_LIFETIME_IN_HOURS,
  issueResetLink,
  setActive,
} from './user-commands.service.ts';
