export { CardResults } from './card-results.tsx';
export { LeadResearch } from './lead-research.tsx';
export { ResearchCell } from './research-cell.tsx';
export { ResearchCells } from './research-cells.tsx';
export { researchColumns } from './research-columns.tsx';
export {
  CellActionsContext,
  type OpenCell,
  ResultsContext,
  useCellActions,
  useResults,
} from './results/research-context.ts';
