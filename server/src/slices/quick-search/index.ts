export { quickSearchRoutes } from './quick-search.routes.ts';
