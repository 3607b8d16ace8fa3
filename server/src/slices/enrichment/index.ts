import type { Slice } from '../../kernel/slice.ts';
import { runAutomaticResearch } from './automatic/automatic.service.ts';
import { runWaitingResearch } from './automatic/waiting.service.ts';
import { LOOP } from './cells/automatic.store.ts';
import type { CellWorkers } from './cells/cell-outcome.rules.ts';
import { WAITING_LOOP } from './cells/waits.store.ts';
import { startResearchEngine } from './engine/research-engine.service.ts';

export { insertColumn } from './cells/columns.store.ts';
export { lookUpContact } from './contacts/contacts.service.ts';
export { findMailDomain, rememberAcceptsAll } from './contacts/mail-domains.service.ts';
export { createEnrichmentRoutes } from './enrichment.routes.ts';
export { estimateLookup } from './runs/estimate.service.ts';
export { type Stopped, stopLookUps } from './runs/stop.service.ts';
export { type Started, startLookUps, taskOfLookUp } from './start.service.ts';
export { copyTask } from './tasks/agency-tasks.service.ts';
export { loadLookups } from './tasks/columns.service.ts';
export { costPerLead } from './tasks/tasks.rules.ts';

/** Runs research cells with the given workers: research and contact look-ups. */
export function createEnrichmentSlice(workers: CellWorkers): Slice {
  return {
    name: 'enrichment',
    loops: [
      { name: LOOP, interval_in_ms: 10_000, run: runAutomaticResearch },
      { name: WAITING_LOOP, interval_in_ms: 5_000, run: runWaitingResearch },
    ],
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
