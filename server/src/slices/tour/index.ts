export { tourRoutes } from './tour.routes.ts';
