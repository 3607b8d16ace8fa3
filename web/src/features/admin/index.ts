export { OrganizationPage } from './organization-page.tsx';
export { OrganizationsPage } from './organizations-page.tsx';
export { SystemPage } from './system-page.tsx';
export { TemplatesPage } from './templates-page.tsx';
