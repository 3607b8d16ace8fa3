export { personFilesRoutes } from './person-files.routes.ts';
