export { deliverabilityRoutes } from './deliverability.routes.ts';
