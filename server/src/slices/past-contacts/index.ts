export { pastContactsRoutes } from './past-contacts.routes.ts';
export {
  countPastContacts,
  deletePastContacts,
  hasPastContact,
  insertPastContacts,
  isContinued,
  linkPastContacts,
  listSharers,
  type PastContact,
} from './past-contacts.store.ts';
