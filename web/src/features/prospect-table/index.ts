export { type FilterColumn, leadFilterColumns } from './filters/filter-columns.ts';
export { LeadFilters } from './filters/lead-filters.tsx';
export { LeadsTable, type SelectedLeads } from './leads-table.tsx';
export { chosenLeads, selectedLeads } from './selection/page-selection.ts';
export { type ReadFirst, useLeadSelection } from './selection/use-lead-selection.tsx';
export { useColumnChoice } from './use-column-choice.tsx';
