export { insertPerson, mergePerson } from './merge-person.store.ts';
export { mergeFewProspects, mergeProspects } from './merge-prospects.store.ts';
export { type EmailedPerson, mergeProspectsByEmail, mergeUnlinked } from './merge-unlinked.store.ts';
