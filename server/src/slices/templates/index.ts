export {
  cleanTemplateName,
  deleteAnyTemplate,
  listEveryTemplate,
  renameAnyTemplate,
  toggleDefault,
} from './defaults/offered.service.ts';
export { templatesRoutes } from './templates.routes.ts';
export {
  addTemplate,
  deleteTemplate,
  listClientTemplates,
  loadTemplate,
  renameTemplate,
  requireClientTemplate,
} from './templates.service.ts';
