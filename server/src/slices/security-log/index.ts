export { securityLogRoutes } from './security-log.routes.ts';
export { listSecurityEvents } from './security-log.service.ts';
