export { templatesRoutes } from './templates.routes.ts';
export { addTemplate, takeTemplate } from './templates.service.ts';
