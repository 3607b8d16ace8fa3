export { CrmRecords } from './crm-records.tsx';
export { IntegrationsPage } from './integrations-page.tsx';
export { PushMenu } from './push-menu.tsx';
