import { refreshStatisticsOfLeads, statisticsTask } from '../../kernel/db/statistics.ts';
import type { Slice } from '../../kernel/slice.ts';
import { UNDO_TASK } from './import/changes.store.ts';
import { runImport, sweepImports } from './import/run-import.job.ts';
import { runLinkedinImport, wakeLinkedinImports } from './linkedin-import/run-linkedin-import.job.ts';
import { linkedinImportTask } from './linkedin-import/start-linkedin-import.service.ts';
import { runUndo } from './undo/undo-import.job.ts';

export {
  countUnanswered,
  filterListedProspects,
  selectProspects,
  type TableRequest,
} from './list-table.service.ts';
export { movedLists } from './moved-lists.store.ts';
export { firstMerged, listMerged, listNew } from './search-prospects.store.ts';
export { searchesRoutes } from './searches.routes.ts';
export { createSearch, listLeads, listPerson } from './searches.service.ts';
export { addToTotal, findSearch } from './searches.store.ts';

export const searchesSlice: Slice = {
  name: 'searches',
  tasks: {
    run_import: runImport,
    [UNDO_TASK]: runUndo,
    [linkedinImportTask]: runLinkedinImport,
    [statisticsTask]: refreshStatisticsOfLeads,
  },
  loops: [sweepImports, wakeLinkedinImports],
};
