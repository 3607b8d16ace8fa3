export { TemplateList } from './template-list.tsx';
export { TemplateOption } from './template-option.tsx';
