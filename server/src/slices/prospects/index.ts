export { isLeadColumn, leadCondition, leadConditions, leadOrder } from './lead-filters.store.ts';
export { type EmailedPerson, mergeProspectsByEmail } from './merge-by-email.store.ts';
export {
  ALL_INCOMING_FIELDS,
  INCOMING_FIELDS,
  type IncomingField,
  mergeProspects,
} from './merge-prospects.store.ts';
export { prospectsRoutes } from './prospects.routes.ts';
export {
  findProspects,
  type ProspectRow,
  presentProspect,
  prospectColumns,
  raiseProspectVersion,
  readProspectVersion,
} from './prospects.store.ts';
