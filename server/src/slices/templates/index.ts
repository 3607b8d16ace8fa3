export {
  cleanTemplateName,
  deleteAnyTemplate,
  listEveryTemplate,
  renameAnyTemplate,
  toggleDefault,
} from './defaults/offered.service.ts';
export { templatesRoutes } from './templates.routes.ts';
export { addTemplate, takeTemplate } from './templates.service.ts';
