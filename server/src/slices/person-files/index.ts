export { openPersonFile } from './person-file.service.ts';
export { personFilesRoutes } from './person-files.routes.ts';
