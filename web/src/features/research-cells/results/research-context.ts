import type { EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { createContext, use } from 'react';
import type { ResearchResults } from '../../research-columns/index.ts';

/** The cell whose flyout or editor is open. */
export interface OpenCell {
  promptId: number;
  prospectId: number;
  mode: 'view' | 'edit';
}

export interface ResearchCellActions {
  openCell: OpenCell | undefined;
  /** Shows a cell's flyout, edits its result, or closes what is open. */
  setOpenCell: (cell: OpenCell | undefined) => void;
  /** Runs one cell; left out where research may not be started: results are then looked at only. */
  runCell: ((task: EnrichmentPrompt, lead: Prospect) => void) | undefined;
  /** True for a task whose kind is switched off: its results are looked at only. */
  isTaskOff?: (task: EnrichmentPrompt) => boolean;
  showSaved: (answer: EnrichmentAnswer) => void;
}

export const ResultsContext = createContext<ResearchResults>({ resultOf: () => undefined, isPending: false });
export const CellActionsContext = createContext<ResearchCellActions>({
  openCell: undefined,
  setOpenCell: () => {},
  runCell: undefined,
  showSaved: () => {},
});

export const useResults = (): ResearchResults => use(ResultsContext);

export const useCellActions = (): ResearchCellActions => use(CellActionsContext);

/** Runs a task for one lead; undefined where it may not be started. */
export function useRunCell(task: EnrichmentPrompt): ResearchCellActions['runCell'] {
  const { runCell, isTaskOff } = useCellActions();
  return isTaskOff?.(task) ? undefined : runCell;
}
