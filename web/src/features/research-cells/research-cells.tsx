import type { EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { patchCachedColumns, useLiveResults } from '../research-columns/index.ts';
import { useRunCells } from '../research-tasks/index.ts';
import { CellActionsContext, type OpenCell, ResultsContext } from './results/research-context.ts';

interface ResearchCellsProps {
  searchId: number;
  /** Leads whose results are shown. */
  rowIds: readonly number[] | undefined;
  /** False where research may be looked at, not started. */
  canRun: boolean;
  isTaskOff: (task: EnrichmentPrompt) => boolean;
  children: ReactNode;
}

/**
 * Results and actions for the cells below it. A live result renders the cells that read it, not the table around them:
 * `children` is the same element as before.
 */
export function ResearchCells({ searchId, rowIds, canRun, isTaskOff, children }: ResearchCellsProps) {
  const answers = useLiveResults(searchId, rowIds);
  const [openCell, setOpenCell] = useState<OpenCell | undefined>();
  const client = useQueryClient();
  const { mutate } = useRunCells(searchId);
  const actions = useMemo(
    () => ({
      openCell,
      setOpenCell,
      runCell: canRun
        ? (task: EnrichmentPrompt, lead: Prospect) => mutate([{ prompt_id: task.id, prospect_id: lead.id }])
        : undefined,
      isTaskOff,
      showSaved: (answer: EnrichmentAnswer) => patchCachedColumns(client, [{ search_id: null, answer }], searchId),
    }),
    [openCell, canRun, isTaskOff, mutate, client, searchId],
  );
  return (
    <CellActionsContext value={actions}>
      <ResultsContext value={answers}>{children}</ResultsContext>
    </CellActionsContext>
  );
}
