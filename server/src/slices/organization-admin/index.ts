export {
  insertClientOrganization,
  markClientCancelled,
  markClientRestored,
  updateAgencyFeatures,
  updateClientExtras,
} from './clients.store.ts';
export { eraseOrganization } from './erasure.service.ts';
export { markResumed, markSuspended, updateAgency, updateDisabledFeatures } from './operator.store.ts';
