export { creditHistoryRoutes } from './credit-history.routes.ts';
