export { ChooseFile, ChosenFile } from './upload-dialog.tsx';
export { type ChosenCsv, useCsvChoice } from './use-csv-choice.ts';
