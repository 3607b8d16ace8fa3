export { sessionsRoutes } from './sessions.routes.ts';
export {
  endSession,
  endSessionsOfOrganization,
  findSession,
  listSessionEnds,
  type ProvenPerson,
  pruneSessions,
  SESSION_LIFETIME_IN_DAYS,
  type SignIn,
  startSession,
} from './sessions.service.ts';
export {
  deleteOtherSessions,
  findSecondFactorDue,
  findSessionRow,
  isAtHome,
  type SignInMethod,
} from './sessions.store.ts';
