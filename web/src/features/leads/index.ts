export { crmColumn, leadColumn } from './lead-columns.tsx';
export { formatWork as workOf, leadName } from './lead-name.ts';
export { LeadHero, LeadPanelTitle } from './lead-panel-head.tsx';
export { PersonCell, PersonPicture, personCard } from './person-cell.tsx';
export { type LeadTable, useLeadTable, useTableView } from './use-lead-table.ts';
export { zoneNote } from './zone-note.ts';
