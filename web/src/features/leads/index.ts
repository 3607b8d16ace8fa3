export { leadColumn } from './lead-columns.tsx';
export { fullName, leadName } from './lead-name.ts';
export { PersonCell } from './person-cell.tsx';
