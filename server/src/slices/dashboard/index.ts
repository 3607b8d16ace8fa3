export { getOrganizationAnalytics } from './analytics.service.ts';
export { dashboardRoutes } from './dashboard.routes.ts';
