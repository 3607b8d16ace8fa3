import type { LookUpEnd } from '../../../events.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { BUILT_IN_TASKS } from '../../research-tasks/index.ts';

export interface EndedLookUp {
  prompt_id: number;
  prospect_id: number;
  end: LookUpEnd;
  error: string | null;
}

/** Emits which contact look-ups have ended, however they were started; research is not included. */
export function emitLookups(tx: Pick<TransactionContext, 'events'>, ended: readonly EndedLookUp[]): void {
  for (const [promptId, group] of Map.groupBy(ended, ({ prompt_id }) => prompt_id)) {
    const lookup = BUILT_IN_TASKS.find((task) => task.id === promptId)?.data_enrichment_type;
    if (!lookup) continue;
    const ended = group.map(({ prospect_id, end, error }) => ({ prospect_id, end, error }));
    tx.events.emit({ type: 'contacts_looked_up', lookup, ended });
  }
}
