export { createAuthRoutes } from './auth.routes.ts';
export type { UserExtras } from './auth.rules.ts';
export { type DescribeExtras, TICKET_LIFETIME_IN_SECONDS, createTicket, findSession, takeTicket } from './session.service.ts';
