export { insertPerson, mergePerson } from './merge-person.store.ts';
export { copyCell, lockMerges, mergeFewProspects, mergeProspects } from './merge-prospects.store.ts';
export { type EmailedPerson, mergeProspectsByEmail, mergeUnlinked } from './merge-unlinked.store.ts';
export {
  compareSnapshots,
  deleteUnused,
  type FieldChanges,
  type LeadSnapshot,
  listSnapshots,
  restoreFields,
} from './undo-merge.store.ts';
