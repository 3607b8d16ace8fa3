export { parseLeadQuery } from './find-leads.service.ts';
export { queryLeadDatabase } from './lead-database.service.ts';
export { createLeadFinderRoutes } from './lead-finder.routes.ts';
