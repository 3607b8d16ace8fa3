import type { EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { IconChevronRight } from '@tabler/icons-react';
import { Suspense, useId, useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { columnName, TaskIcon } from '../research-columns/index.ts';
import { CellContent } from './research-cell.tsx';
import classes from './research-cells.module.css';
import { useResults } from './results/research-context.ts';
import { ResultActions } from './results/result-actions.tsx';
import { ResultDetails } from './results/result-details.tsx';
import { t } from './results/texts.ts';

const ResultEditor = lazyPart(() =>
  import('./results/result-editor.tsx').then((file) => ({ default: file.ResultEditor })),
);

interface LeadResearchProps {
  tasks: readonly EnrichmentPrompt[];
  lead: Prospect;
  leadName: string;
}

/** Every research result of one lead, each unfolding to its reasoning and sources. */
export function LeadResearch(props: LeadResearchProps) {
  const { resultOf } = useResults();
  if (props.tasks.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('drawer_title')}</h3>
      <ul className="m-0 p-0 border-t border-line list-none">
        {props.tasks.map((task) => (
          <LeadResult key={task.id} {...props} task={task} answer={resultOf(task.id, props.lead.id)} />
        ))}
      </ul>
    </section>
  );
}

interface LeadAnswerProps extends Omit<LeadResearchProps, 'tasks'> {
  task: EnrichmentPrompt;
  answer: EnrichmentAnswer | undefined;
}

function LeadResult({ task, lead, leadName, answer }: LeadAnswerProps) {
  const [isOpen, setOpen] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const id = useId();
  return (
    <li ref={row} className="relative border-b border-line">
      <button
        type="button"
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="flex flex-[0_0_116px] items-center gap-1.5 min-w-0 text-ink-3 [&_svg]:flex-none [&_svg]:text-violet">
          <TaskIcon prompt={task} size={14} />
          <span className="truncate">{columnName(task)}</span>
        </span>
        <span className="flex flex-1 items-center gap-1.5 min-w-0">
          <CellContent answer={answer} task={task} />
        </span>
        <IconChevronRight
          size={15}
          aria-hidden
          className={`${classes.chevron} flex-none text-ink-3 transition-transform`}
        />
      </button>
      {isOpen ? (
        <div id={id} className="pt-1 px-0 pb-3">
          <ResultDetails task={task} answer={answer} />
          <div className="flex items-center gap-1 mt-3">
            <ResultActions task={task} lead={lead} answer={answer} onEdit={() => setEditing(true)} />
          </div>
        </div>
      ) : null}
      {isEditing ? (
        <Suspense fallback={null}>
          <ResultEditor
            task={task}
            lead={lead}
            leadName={leadName}
            answer={answer}
            cell={row}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
