import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { columnName, TaskIcon } from '../research-columns/index.ts';
import { CellContent } from './research-cell.tsx';
import classes from './research-cells.module.css';
import { useResults } from './results/research-context.ts';

/** So many fit side by side on a telephone. */
const shownChips = 2;

/** Results of a lead in one line, for two-line rows: those that are there or on their way. */
export function CardResults({ tasks, lead }: { tasks: readonly EnrichmentPrompt[]; lead: Prospect }) {
  const { resultOf } = useResults();
  const shown = tasks
    .flatMap((task) => {
      const answer = resultOf(task.id, lead.id);
      return answer ? [{ task, answer }] : [];
    })
    // What was found goes before what is still to come.
    .sort((left, right) => Number(right.answer.credits > 0) - Number(left.answer.credits > 0));
  if (shown.length === 0) return null;
  return (
    <span className="flex gap-1.25 mt-1 overflow-hidden">
      {shown.slice(0, shownChips).map(({ task, answer }) => (
        <span
          key={task.id}
          className={classes.chip}
          // A figure, Yes or No and a score are read whole or not at all; texts give way to them.
          data-whole={!task.output_type.endsWith('TEXT') || undefined}
          title={columnName(task)}
        >
          <TaskIcon prompt={task} size={12} />
          <CellContent answer={answer} task={task} isBrief />
        </span>
      ))}
      {shown.length > shownChips ? (
        <span className="flex-none self-center text-ink-3 text-meta number">+{shown.length - shownChips}</span>
      ) : null}
    </span>
  );
}
