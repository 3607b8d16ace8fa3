import type { Slice } from '../../kernel/slice.ts';
import type { CellWorkers } from './cells/cell-work.rules.ts';
import { startResearchEngine } from './engine/research-engine.service.ts';
import { forgetOldSources } from './research/research-cell.service.ts';

export type { CellInput, CellOutcome, CellWorkers } from './cells/cell-work.rules.ts';
export { lookUpContact } from './contacts/contacts.service.ts';
export { enrichmentRoutes } from './enrichment.routes.ts';
export { type Evidence, holdCitations, supportsText } from './research/evidence.rules.ts';
export { type GatheredSources, gatherSources } from './research/gather-sources.service.ts';
export { describeLead } from './research/prompt.rules.ts';
export { askAbout, describeSubject, isAboutPerson } from './research/question.rules.ts';
export { addressesModel, type QuotedSource, quoteSources } from './research/quoted-sources.rules.ts';
export { researchCell } from './research/research-cell.service.ts';
export { type Stopped, stopLookUps } from './runs/stop.service.ts';
export { type Started, startLookUps, taskOfLookUp } from './start.service.ts';
export { readLookUps } from './tasks/columns.service.ts';
export { costPerLead } from './tasks/tasks.rules.ts';

/** Works research cells off with the workers given: research and contact look-ups. */
export function createEnrichmentSlice(workers: CellWorkers): Slice {
  return {
    name: 'enrichment',
    loops: [{ name: 'research-sources', interval_in_ms: 3_600_000, run: forgetOldSources }],
    services: [
      {
        name: 'research-engine',
        async start(ctx) {
          const engine = startResearchEngine(ctx, workers);
          return () => engine.stop();
        },
      },
    ],
  };
}
