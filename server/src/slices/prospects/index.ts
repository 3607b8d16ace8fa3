export { parseGiven } from './custom-change.service.ts';
export { findKanbanStatuses } from './kanban-status.store.ts';
export { prospectsRoutes } from './prospects.routes.ts';
export {
  type ContactChange,
  changeFields,
  exportedCells,
  fillContact,
  fillField,
  findProspects,
  markAddedToCrm,
  messageColumns,
  type ProspectRow,
  presentProspect,
  prospectColumns,
  zoneFacts,
} from './prospects.store.ts';
