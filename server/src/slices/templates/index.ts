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
  renameTemplate,
  requireClientTemplate,
  takeTemplate,
} from './templates.service.ts';
