export { agencyRoutes } from './agency.routes.ts';
