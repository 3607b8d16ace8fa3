export { diagnosisRoutes } from './diagnosis.routes.ts';
