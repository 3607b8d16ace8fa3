export { customCells, customHeadings, type ExportedColumn, listExportedColumns } from './exported-columns.store.ts';
export { createLeadColumnsRoutes } from './lead-columns.routes.ts';
export { findOrCreateColumns } from './lead-columns.service.ts';
export {
  dropUnusedColumns,
  fillCustom,
  findNamedColumns,
  holdLeadColumns,
  listColumnKeys,
  listLeadColumns,
  lockLeadColumns,
  setCustom,
} from './lead-columns.store.ts';
