export { ExcludedDomainsPage } from './domains-page.tsx';
export { ChooseFile, ChosenFile } from './upload-dialog.tsx';
