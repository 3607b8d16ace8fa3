export { createAuthRoutes } from './auth.routes.ts';
export type { UserExtras } from './auth.rules.ts';
export { findUser } from './auth.store.ts';
export {
  createTicket,
  type DescribeExtras,
  findSession,
  TICKET_LIFETIME_IN_SECONDS,
  takeTicket,
} from './session.service.ts';
