export { columnText, instantCondition, isLeadColumn, leadCondition, leadOrder } from './lead-filters.store.ts';
export { relationConditions } from './lead-relations.store.ts';
export {
  missingResultCondition,
  type ResultColumns,
  resultByKey,
  resultCondition,
  resultText,
  sortByResult,
} from './result-filters.store.ts';
export { loadTableColumns } from './table-columns.service.ts';
export { groupConditions } from './typed-filters.store.ts';
