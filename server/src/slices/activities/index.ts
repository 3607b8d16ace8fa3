export { activitiesRoutes } from './activities.routes.ts';
export { type PersonSummaryRow, personSummaryColumns, presentPersonSummary } from './person-summary.store.ts';
