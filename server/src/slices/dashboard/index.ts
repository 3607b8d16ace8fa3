export { getOrganizationAnalytics } from './analytics.service.ts';
export { listScopeSums, type ScopeSums } from './analytics.store.ts';
export { dashboardRoutes } from './dashboard.routes.ts';
