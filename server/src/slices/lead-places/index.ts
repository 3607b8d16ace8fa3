export { leadPlacesRoutes } from './lead-places.routes.ts';
