export { listNamedResults, type NamedResult } from './named-results.store.ts';
export { makeContent, parseOutput, type ResultOutput, typedColumns } from './result-value.rules.ts';
export {
  type EndedResult,
  findResults,
  presentResult,
  type ResultRow,
  resultColumns,
  writeResults,
} from './results.store.ts';
export { CONTACT_FIELDS, listResultVersions, raiseResultVersions } from './versions.store.ts';
