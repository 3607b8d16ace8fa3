import type { EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { UI } from '@overture/domain/limits';
import { IconAlertTriangle, IconHistory, IconLink, IconPlayerPlay } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo, Suspense, useRef, useState } from 'react';
import { formatExactPercent } from '../../lib/format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { columnName } from '../research-columns/index.ts';
import classes from './research-cells.module.css';
import { findFormerVersion, parseResult } from './results/parse-result.ts';
import { type OpenCell, useCellActions, useResults, useRunCell } from './results/research-context.ts';
import { outputText, ResultValue } from './results/result-value.tsx';
import { t } from './texts.ts';

const ResultFlyout = lazyPart(() =>
  import('./results/result-flyout.tsx').then((file) => ({ default: file.ResultFlyout })),
);
const ResultEditor = lazyPart(() =>
  import('./results/result-editor.tsx').then((file) => ({ default: file.ResultEditor })),
);

interface ResearchCellProps {
  task: EnrichmentPrompt;
  lead: Prospect;
  leadName: string;
}

/** One cell of a research column: its state at a glance, a click for the flyout, a double click to edit. */
export function ResearchCell(props: ResearchCellProps) {
  const { task, lead } = props;
  const { resultOf, isPending } = useResults();
  const { openCell, setOpenCell } = useCellActions();
  const runCell = useRunCell(task);
  const answer = resultOf(task.id, lead.id);
  const isOpen = openCell?.promptId === task.id && openCell.prospectId === lead.id;
  if (isPending && answer === undefined)
    return <span className="block w-[55%] h-2.5 my-0 mx-3 rounded-[4px] bg-skeleton" aria-hidden />;
  return (
    <CellBody
      {...props}
      answer={answer}
      open={isOpen ? openCell.mode : undefined}
      setOpenCell={setOpenCell}
      onRun={runCell}
    />
  );
}

interface CellBodyProps extends ResearchCellProps {
  answer: EnrichmentAnswer | undefined;
  open: OpenCell['mode'] | undefined;
  setOpenCell: (cell: OpenCell | undefined) => void;
  onRun: ((task: EnrichmentPrompt, lead: Prospect) => void) | undefined;
}

const CellBody = memo(function CellBody(props: CellBodyProps) {
  const { task, lead, leadName, answer, open, setOpenCell, onRun } = props;
  const isSecondClick = useDoubleClick();
  const cell = useRef<HTMLSpanElement>(null);
  const control = useRef<HTMLButtonElement>(null);
  const show = (mode: OpenCell['mode']) => setOpenCell({ promptId: task.id, prospectId: lead.id, mode });
  const isFresh = useArrival(answer);
  const canEdit = onRun !== undefined && answer?.state !== 'loading';

  function onClick(event: MouseEvent) {
    if (isSecondClick(event) && canEdit) show('edit');
    else if (open === 'view') setOpenCell(undefined);
    else show('view');
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'F2' || !canEdit) return;
    event.preventDefault();
    show('edit');
  }
  function close() {
    setOpenCell(undefined);
    control.current?.focus({ preventScroll: true });
  }
  const opened = { task, lead, leadName, answer, cell, onClose: close };
  return (
    <span
      ref={cell}
      className={`${classes.cell} relative flex items-stretch w-full h-full min-h-[calc(var(--row-height)_-_1px)]`}
      data-state={answer?.state ?? 'empty'}
      data-open={open}
      data-fresh={isFresh || undefined}
    >
      <button
        ref={control}
        type="button"
        className={classes.open}
        tabIndex={-1}
        data-cell-control
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        title={cellTitle(answer, task)}
        onClick={onClick}
        // The browser's own measure of a double click counts as well: it knows the person's settings.
        onDoubleClick={() => canEdit && show('edit')}
        onKeyDown={onKeyDown}
      >
        <span className="visually-hidden">{t('cell', { task: columnName(task), lead: leadName })}</span>
        <CellContent answer={answer} task={task} />
      </button>
      {canEdit && answer?.state !== 'done' ? (
        <RunButton task={task} leadName={leadName} onRun={() => onRun(task, lead)} />
      ) : null}
      {open === undefined ? null : (
        <Suspense fallback={null}>
          {open === 'view' ? <ResultFlyout {...opened} onEdit={() => show('edit')} /> : <ResultEditor {...opened} />}
        </Suspense>
      )}
    </span>
  );
});

/** Whether a click is the second of a double click. */
function useDoubleClick() {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return (event: MouseEvent): boolean => {
    const isDouble = event.timeStamp - last.current <= UI.double_click_in_ms;
    last.current = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp;
    return isDouble;
  };
}

/** A result that comes in while the cell is on screen shows its arrival once. */
function useArrival(answer: EnrichmentAnswer | undefined): boolean {
  const [wasLoading, setWasLoading] = useState(false);
  if (answer?.state === 'loading' && !wasLoading) setWasLoading(true);
  return wasLoading && answer?.state === 'done';
}

interface RunButtonProps {
  task: EnrichmentPrompt;
  leadName: string;
  onRun: () => void;
}

function RunButton({ task, leadName, onRun }: RunButtonProps) {
  return (
    <button
      type="button"
      className={classes.run}
      tabIndex={-1}
      data-cell-control
      aria-label={t('run_cell', { name: columnName(task), lead: leadName })}
      title={t('run_cost', { count: task.cost_per_lead })}
      onClick={onRun}
    >
      <IconPlayerPlay size={12} aria-hidden />
      {t('run')}
    </button>
  );
}

/** Emptied by hand: nothing is there, which is not that nothing was found. */
function isCleared(answer: EnrichmentAnswer): boolean {
  const content = answer.state === 'done' ? parseResult(answer) : undefined;
  return content?.status === 'edited' && content.output === null;
}

/** Tooltip: the error, or the full result. */
function cellTitle(answer: EnrichmentAnswer | undefined, task: EnrichmentPrompt): string | undefined {
  const problem = answer?.state === 'failed' || answer?.state === 'loading' ? answer.error : null;
  return problem ?? (cellText(answer, task) || undefined);
}

function cellText(answer: EnrichmentAnswer | undefined, task: EnrichmentPrompt): string {
  if (answer === undefined) return '';
  if (answer.state === 'done') {
    if (isCleared(answer)) return '';
    const output = parseResult(answer)?.output ?? null;
    return output === null ? t('not_found') : outputText(output, task);
  }
  if (answer.empty_input !== null) return t('empty_input', { name: answer.empty_input });
  return t(answer.state);
}

interface CellContentProps {
  answer: EnrichmentAnswer | undefined;
  task: EnrichmentPrompt;
  /** The result alone, without how many sources or how sure. */
  isBrief?: boolean;
}

/** Content of a cell, without its actions. */
export function CellContent({ answer, task, isBrief }: CellContentProps) {
  if (answer === undefined || isCleared(answer)) {
    return (
      <span className="text-ink-2">
        <span aria-hidden>–</span>
        <span className="visually-hidden">{t('empty_value')}</span>
      </span>
    );
  }
  if (answer.state === 'loading') {
    return (
      <span className="inline-flex items-center gap-1.75 text-violet">
        <span className="size-1.75 rounded-full bg-violet-dot" aria-hidden />
        {t('loading')}
      </span>
    );
  }
  if (answer.state === 'cancelled') return <span className="text-ink-2">{t('cancelled')}</span>;
  if (answer.state === 'failed' && answer.empty_input !== null) {
    return <span className="truncate text-ink-3">{t('empty_input', { name: answer.empty_input })}</span>;
  }
  if (answer.state === 'failed') {
    return (
      <span className="inline-flex items-center gap-1.25 text-red">
        <IconAlertTriangle size={13} aria-hidden />
        {t('failed')}
      </span>
    );
  }
  return <FinishedContent answer={answer} task={task} isBrief={isBrief} />;
}

/** The output of a run that ended, with how many sources say it or how certain it is. */
function FinishedContent({ answer, task, isBrief }: CellContentProps) {
  const content = parseResult(answer);
  const output = content?.output ?? null;
  if (isBrief || output === null) return <ResultValue output={output} prompt={task} />;
  const count = content?.sources.length ?? 0;
  const former = answer ? findFormerVersion(answer, task) : null;
  const percent = task.is_data_enrichment ? content?.confidence : null;
  return (
    <>
      <ResultValue output={output} prompt={task} />
      {former === null ? null : <FormerMark label={t('former', { version: former })} />}
      {count > 0 && !task.is_data_enrichment ? (
        <span
          className="inline-flex flex-none items-center gap-0.5 ms-auto text-ink-3 text-[11px] number"
          title={t('sources_count', { count })}
        >
          <IconLink size={11} aria-hidden />
          {count}
        </span>
      ) : null}
      {typeof percent === 'number' && percent < 90 ? (
        <span
          className="inline-flex flex-none items-center gap-0.5 ms-auto text-ink-3 text-[11px] number"
          title={t('confidence', { percent: formatExactPercent(Math.round(percent)) })}
        >
          {formatExactPercent(Math.round(percent))}
        </span>
      ) : null}
    </>
  );
}

function FormerMark({ label }: { label: string }) {
  return <IconHistory className="flex-none ms-auto text-ink-3" size={12} role="img" aria-label={label} title={label} />;
}
