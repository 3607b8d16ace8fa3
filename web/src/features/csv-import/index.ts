export { CsvColumnDialog, type CsvFile, CsvFileDialog } from './csv-file-dialog.tsx';
export { type CsvPreview, guessMapping, valuesInOrder } from './file/read-csv-preview.ts';
export { followImport } from './progress/followed-imports.ts';
export { importsQuery, useRunningImports } from './progress/imports-cache.ts';
