export { CompanyCell } from './company-cell.tsx';
export { fullName, leadName } from './lead-name.ts';
