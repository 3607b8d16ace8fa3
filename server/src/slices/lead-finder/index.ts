export { createLeadFinderRoutes } from './lead-finder.routes.ts';
