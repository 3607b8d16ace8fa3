import { type EndedAnswer, makeContent, type ResearchTask, readOutput, typedColumns } from '../../answers/index.ts';
import { type CellOutcome, type CellStep, MAX_CELL_TRIES } from './cell-work.rules.ts';

/** What is written for a cell. */
export type CellVerdict =
  | { end: 'found' | 'not_found'; answer: EndedAnswer; spent: number }
  | { end: 'failed'; error: string; steps: readonly CellStep[] }
  | { end: 'postponed'; until: Date; reason: string };

const awayText = 'This is not available right now.';

const outOfTries = ({ reason, steps = [] }: CellOutcome & { kind: 'postponed' }): CellVerdict => ({
  end: 'failed',
  error: `${reason || awayText} Tried ${MAX_CELL_TRIES} times.`,
  steps,
});

/**
 * What an outcome means. An output that is not of the task's format is a failure, an empty one finds nothing; only what
 * was found and was not known already costs the cell's credits.
 */
export function decideCell(
  outcome: CellOutcome,
  task: Pick<ResearchTask, 'output_type'>,
  cell: { prompt_id: number; prospect_id: number; credits: number; attempts: number },
): CellVerdict {
  if (outcome.kind === 'postponed') {
    if (cell.attempts >= MAX_CELL_TRIES) return outOfTries(outcome);
    return { end: 'postponed', until: outcome.until, reason: (outcome.reason || awayText).slice(0, 2000) };
  }
  if (outcome.kind === 'failed') {
    return { end: 'failed', error: outcome.error.slice(0, 2000), steps: outcome.steps ?? [] };
  }
  const output = outcome.kind === 'found' ? readOutput(task.output_type, outcome.output) : null;
  if (output === undefined) {
    const error = 'The answer did not have the result format of the task.';
    return { end: 'failed', error, steps: outcome.steps ?? [] };
  }
  const end = output === null ? 'not_found' : 'found';
  const spent = outcome.kind === 'found' && end === 'found' && !outcome.is_free ? cell.credits : 0;
  const { explanation, sources, steps, confidence } = outcome;
  const answer: EndedAnswer = {
    prompt_id: cell.prompt_id,
    prospect_id: cell.prospect_id,
    answer: makeContent({
      status: end,
      output,
      explanation,
      sources,
      ...(steps ? { steps } : {}),
      ...(confidence === undefined ? {} : { confidence }),
    }),
    credits: spent,
    ...typedColumns(task.output_type, output),
  };
  return { end, answer, spent };
}
