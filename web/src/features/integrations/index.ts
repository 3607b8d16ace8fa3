export { CrmRecords } from './crm-records.tsx';
