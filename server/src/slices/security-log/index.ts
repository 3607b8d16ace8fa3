export { securityLogRoutes } from './security-log.routes.ts';
