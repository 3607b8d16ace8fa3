export { ExcludedDomainsPage } from './domains-page.tsx';
export { ChooseFile, ChosenFile } from './upload-dialog.tsx';
export { type ChosenCsv, useCsvChoice } from './use-csv-choice.ts';
