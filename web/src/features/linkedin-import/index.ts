export { LinkedinImportForm, type LinkedinImportInput } from './linkedin-import-form.tsx';
export { accountsFor } from './sources.ts';
export { t as linkedinImportTexts } from './texts.ts';
