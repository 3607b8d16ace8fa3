export { crmHold, forgetCrmPeople, forgetUnseen, listInCrm, storeCrmPeople } from './crm-people.store.ts';
