export { createLeadColumnsRoutes } from './columns/columns.routes.ts';
export { findOrCreateColumns } from './columns/columns.service.ts';
export {
  fillCustom,
  findNamedColumns,
  holdLeadColumns,
  listColumnKeys,
  listLeadColumns,
  lockLeadColumns,
  setCustom,
} from './columns/columns.store.ts';
export { parseGiven } from './columns/custom-change.service.ts';
export {
  customCells,
  customHeadings,
  type ExportedColumn,
  listExportedColumns,
} from './columns/exported-columns.store.ts';
export { crmHold, forgetCrmPeople, forgetUnseen, storeCrmPeople } from './crm-people.store.ts';
export { findKanbanStatuses } from './kanban-status.store.ts';
export {
  adoptPublicAddresses,
  findByLinkedinId,
  findByPhone,
  findLinkedinMembers,
  hasLinkedinMember,
  insertLinkedinMembers,
  type LinkedinMember,
  rememberLinkedinMembers,
  removeLinkedinMembers,
  setLinkedinMember,
} from './linkedin-members.store.ts';
export { insertPerson, mergePerson } from './merge-person.store.ts';
export { mergeFewProspects, mergeProspects } from './merge-prospects.store.ts';
export { type EmailedPerson, mergeProspectsByEmail, mergeUnlinked } from './merge-unlinked.store.ts';
export { type PersonSummaryRow, personSummaryColumns, presentPersonSummary } from './person-summary.store.ts';
export { prospectsRoutes } from './prospects.routes.ts';
export {
  type ContactChange,
  changeFields,
  exportedCells,
  fillContact,
  fillField,
  findProspects,
  getProspectVersion,
  markAddedToCrm,
  messageColumns,
  type ProspectRow,
  presentProspect,
  prospectColumns,
  raiseProspectVersion,
  zoneFacts,
} from './prospects.store.ts';
