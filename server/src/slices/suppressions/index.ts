export { erase as leaveDigests, insertKeys as insertSuppressedKeys } from './entries.store.ts';
export { suppressContact, suppressLead } from './leads.service.ts';
export { suppressionsRoutes } from './suppressions.routes.ts';
