export { FinderDialog } from './finder-dialog.tsx';
