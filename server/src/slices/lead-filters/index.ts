export { columnText, isLeadColumn, leadOrder } from './lead-filters.store.ts';
export { relationConditions } from './lead-relations.store.ts';
export {
  lookupCounts,
  missingResultCondition,
  type ResultColumns,
  resultByKey,
  resultText,
  sortByResults,
  unaskedCondition,
} from './result-filters.store.ts';
export { nameSlowFilter } from './slow-filters.service.ts';
export { loadTableColumns } from './table-columns.service.ts';
export { tableConditions } from './table-conditions.store.ts';
