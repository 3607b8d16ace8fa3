export { erase as leaveDigests } from './entries.store.ts';
export { suppressContact, suppressLead } from './leads.service.ts';
export { suppressionsRoutes } from './suppressions.routes.ts';
