export { guardRoutes } from './guard.routes.ts';
