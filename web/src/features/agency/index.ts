export { AgencyMenu } from './agency-menu.tsx';
export { ClientPage } from './clients/client-page.tsx';
export { ClientsPage } from './clients/clients-page.tsx';
export { FeaturesPage } from './features/features-page.tsx';
export { AgencyTemplatesPage } from './templates/templates-page.tsx';
