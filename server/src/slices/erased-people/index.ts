export {
  countSkipped,
  dropErased,
  hasErasures,
  isErasedPerson,
  listErased,
  type WayIn,
} from './erased-people.store.ts';
