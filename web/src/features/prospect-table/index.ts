export { describeFilter, type FilterColumn, leadFilterColumns } from './filters/filter-columns.ts';
export { FilterPanel } from './filters/filter-panel.tsx';
export { LeadsTable, type SelectedLeads } from './leads-table.tsx';
export { chosenLeads, pageSelection, selectedLeads } from './selection/page-selection.ts';
export { SelectionMenu } from './selection/selection-menu.tsx';
export { useAmountChoice } from './selection/use-amount-choice.ts';
export { useColumnChoice } from './use-column-choice.tsx';
