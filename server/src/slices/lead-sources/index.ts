export {
  addSource,
  insertFurtherSources,
  type LeadOrigin,
  listSources,
  openSource,
  type SourceRow,
} from './lead-sources.store.ts';
