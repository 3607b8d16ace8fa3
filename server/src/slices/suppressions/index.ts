export { suppressContact, suppressLead } from './leads.service.ts';
export { suppressionsRoutes } from './suppressions.routes.ts';
