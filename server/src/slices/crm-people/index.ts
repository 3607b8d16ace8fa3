export { crmHold, forgetCrmPeople, forgetUnseen, storeCrmPeople } from './crm-people.store.ts';
