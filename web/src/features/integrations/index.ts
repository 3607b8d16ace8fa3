export { CrmRecords } from './crm-records.tsx';
export { IntegrationsPage } from './integrations-page.tsx';
