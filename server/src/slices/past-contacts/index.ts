export {
  countPastContacts,
  deletePastContacts,
  hasPastContact,
  insertPastContacts,
  linkPastContacts,
  type PastContact,
} from './past-contacts.store.ts';
