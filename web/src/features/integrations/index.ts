export { CrmRecords } from './crm-records.tsx';
export { type CrmConsentAnswer, IntegrationsPage } from './integrations-page.tsx';
export { PushMenu } from './push-menu.tsx';
