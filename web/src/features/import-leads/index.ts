export { ImportLeadsDialog } from './import-leads-dialog.tsx';
