export { templatesRoutes } from './templates.routes.ts';
export { addTemplate, cleanTemplateName, takeTemplate } from './templates.service.ts';
