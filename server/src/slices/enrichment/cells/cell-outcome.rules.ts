import { toStorableText } from '@overture/domain/text/storable-text';
import type { Context } from '../../../kernel/context.ts';
import type { CellInput, CellOutcome, CellStep } from '../../research/index.ts';
import {
  type EndedResult,
  makeContent,
  parseOutput,
  type ResultOutput,
  typedColumns,
} from '../../research-results/index.ts';
import type { ResearchTask } from '../../research-tasks/index.ts';

/**
 * Runs one cell. The caller writes the result (for contact look-ups also into the lead's field), so it changes neither results nor leads
 * itself. It may throw: the text of an ApiError becomes the cell's reason, any other error is logged and shown as a failure on our side.
 * Once `signal` is aborted errors are ignored.
 */
type CellWork = (ctx: Context, input: CellInput) => Promise<CellOutcome>;

/** The workers: research tasks and contact look-ups. */
export interface CellWorkers {
  researchCell: CellWork;
  lookUpContact: CellWork;
}

/** Times a cell is taken up before it counts as failed. */
export const MAX_CELL_TRIES = 5;

/** A column that the question names is empty for the lead, or not known yet: the question is not asked. */
export interface EmptyInput {
  kind: 'empty_input';
  label: string;
  /** The research task whose result is waited for. */
  waits_for: number | null;
}

export type CellVerdict =
  | { end: 'empty'; error: string; label: string; waits_for: number | null }
  | { end: 'found' | 'not_found'; answer: EndedResult; spent: number }
  | { end: 'failed'; error: string; steps: readonly CellStep[] }
  | { end: 'postponed'; until: Date; reason: string };

/** Words of providers in the steps, like the reason itself: half an emoji would cost every cell of the group its outcome. */
const storableSteps = (steps: readonly CellStep[]): CellStep[] =>
  steps.map(({ label, outcome, detail }) => ({
    label: toStorableText(label, 300),
    outcome: toStorableText(outcome, 300),
    detail: toStorableText(detail, 2000),
  }));

function describeEmpty(label: string, isAwaited: boolean): string {
  const later = isAwaited ? ' Runs when it has a result.' : '';
  return toStorableText(`“${label}” is empty for this lead. Nothing was charged.${later}`, 2000);
}

const awayText = 'This is not available right now.';

const outOfTries = ({ reason, steps = [] }: CellOutcome & { kind: 'postponed' }): CellVerdict => ({
  end: 'failed',
  error: `${toStorableText(reason || awayText, 2000)} Tried ${MAX_CELL_TRIES} times.`,
  steps: storableSteps(steps),
});

/** Interprets an outcome. An output in the wrong format is a failure, an empty one finds nothing; only a new result costs credits. */
export function decideCell(
  outcome: CellOutcome | EmptyInput,
  task: Pick<ResearchTask, 'output_type' | 'version'>,
  cell: { prompt_id: number; prospect_id: number; credits: number; attempts: number },
): CellVerdict {
  if (outcome.kind === 'empty_input') {
    const { label, waits_for } = outcome;
    return {
      end: 'empty',
      error: describeEmpty(label, waits_for !== null),
      label: toStorableText(label, 300),
      waits_for,
    };
  }
  if (outcome.kind === 'postponed') {
    if (cell.attempts >= MAX_CELL_TRIES) return outOfTries(outcome);
    return { end: 'postponed', until: outcome.until, reason: toStorableText(outcome.reason || awayText, 2000) };
  }
  if (outcome.kind === 'failed') {
    return { end: 'failed', error: toStorableText(outcome.error, 2000), steps: storableSteps(outcome.steps ?? []) };
  }
  const output = outcome.kind === 'found' ? parseOutput(task.output_type, outcome.output) : null;
  if (output === undefined) {
    const error = 'The answer did not have the result format of the task.';
    return { end: 'failed', error, steps: storableSteps(outcome.steps ?? []) };
  }
  return toVerdict(outcome, output, task, cell);
}

function toVerdict(
  outcome: Extract<CellOutcome, { kind: 'found' | 'not_found' }>,
  output: ResultOutput,
  task: Pick<ResearchTask, 'output_type' | 'version'>,
  cell: { prompt_id: number; prospect_id: number; credits: number },
): CellVerdict {
  const end = output === null ? 'not_found' : 'found';
  const spent = outcome.kind === 'found' && end === 'found' && !outcome.is_free ? cell.credits : 0;
  const { explanation, sources, steps, confidence } = outcome;
  const answer: EndedResult = {
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
    version: task.version,
    ...typedColumns(task.output_type, output),
  };
  return { end, answer, spent };
}
