export { getOrganizationAnalytics } from './analytics.service.ts';
export { type IntervalSums, listIntervalSums } from './analytics.store.ts';
export { dashboardRoutes } from './dashboard.routes.ts';
