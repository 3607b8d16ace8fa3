export { suppressionsRoutes } from './suppressions.routes.ts';
