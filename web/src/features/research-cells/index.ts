export { CardAnswers } from './card-answers.tsx';
export { LeadResearch } from './lead-research.tsx';
export { ResearchCell } from './research-cell.tsx';
export { ResearchCells } from './research-cells.tsx';
export { researchColumns } from './research-columns.tsx';
export {
  AnswersContext,
  CellActionsContext,
  type OpenCell,
  useAnswers,
  useCellActions,
} from './results/research-context.ts';
