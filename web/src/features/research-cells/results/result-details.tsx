import type { AnswerContent, EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatDateTime, formatExactPercent } from '../../../lib/format.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import classes from '../research-cells.module.css';
import { t as cellTexts } from '../texts.ts';
import { LookupSteps } from './lookup-steps.tsx';
import { findFormerVersion, parseResult, sourceLink } from './parse-result.ts';
import { ResultValue } from './result-value.tsx';
import { t } from './texts.ts';

/** Reasoning beyond this is folded; so many sources are shown before all of them. */
const reasoningFold = 100;
const shownSources = 3;

interface ResultDetailsProps {
  task: EnrichmentPrompt;
  answer: EnrichmentAnswer | undefined;
}

/** Output, reasoning, sources and steps of one result; where there is none, why. */
export function ResultDetails({ task, answer }: ResultDetailsProps) {
  const content = answer?.state === 'done' ? parseResult(answer) : undefined;
  // A look-up is its steps; research is its sources.
  const tried = listTriedSteps(answer);
  const steps = tried.length > 0 ? <LookupSteps steps={tried} /> : null;
  return (
    <div className="flex flex-col gap-3 text-table">
      {content ? <Output task={task} content={content} /> : <Reason answer={answer} />}
      {content && answer ? <Meta task={task} content={content} answer={answer} /> : null}
      {content?.explanation && !isSaidBySteps(content) ? <Reasoning text={content.explanation} /> : null}
      {task.is_data_enrichment ? steps : null}
      {content && content.sources.length > 0 ? <Sources sources={content.sources} /> : null}
      {task.is_data_enrichment ? null : steps}
    </div>
  );
}

function listTriedSteps(answer: EnrichmentAnswer | undefined) {
  return answer?.state === 'failed' ? answer.tried_steps : (parseResult(answer)?.steps ?? []);
}

function Output({ task, content }: { task: EnrichmentPrompt; content: AnswerContent }) {
  if (content.output === null) return <p className={classes.quiet}>{missText(task, content)}</p>;
  const isText = task.output_type === 'SHORT_TEXT' || task.output_type === 'LONG_TEXT';
  return (
    <div
      className={isText ? 'text-body leading-[1.5] whitespace-pre-wrap wrap-anywhere' : 'flex text-section font-medium'}
    >
      {isText ? String(content.output) : <ResultValue output={content.output} prompt={task} />}
    </div>
  );
}

/** Where nothing was read or known, what was tried says all there is to say. */
function isSaidBySteps({ steps = [] }: AnswerContent): boolean {
  return steps.length > 0 && steps.every(({ outcome }) => outcome !== 'found');
}

function missText(task: EnrichmentPrompt, content: AnswerContent): string {
  if (content.status === 'edited') return t('cleared_text');
  if (task.is_data_enrichment) return t('lookup_missed_text');
  return t(isSaidBySteps(content) ? 'nothing_read_text' : 'not_found_text');
}

/** Why there is no output. */
function Reason({ answer }: { answer: EnrichmentAnswer | undefined }) {
  if (answer === undefined) return <p className={classes.quiet}>{t('no_result')}</p>;
  if (answer.state === 'loading') {
    if (answer.error === null) return <p className={classes.quiet}>{t('loading_text')}</p>;
    return (
      <div role="status">
        <p>{answer.error}</p>
        <p className={classes.quiet}>{t('waiting_text')}</p>
      </div>
    );
  }
  if (answer.empty_input !== null) return <p className={classes.quiet}>{answer.error}</p>;
  if (answer.state === 'cancelled') return <p className={classes.quiet}>{t('cancelled_text')}</p>;
  return (
    <div
      className={`${classes.failure} flex flex-col gap-0.5 py-2 px-3 rounded-control bg-red-soft text-red wrap-anywhere`}
      role="status"
    >
      <p>{answer.error ?? t('failed_unknown')}</p>
      <p className={classes.quiet}>{t('failed_text')}</p>
    </div>
  );
}

function Meta({ task, content, answer }: { task: EnrichmentPrompt; content: AnswerContent; answer: EnrichmentAnswer }) {
  const parts: ReactNode[] = [];
  const former = findFormerVersion(answer, task);
  if (former !== null) parts.push(cellTexts('former', { version: former }));
  if (content.status === 'edited' && content.output !== null) parts.push(t('edited'));
  if (typeof content.confidence === 'number' && content.output !== null) {
    parts.push(cellTexts('confidence', { percent: formatExactPercent(Math.round(content.confidence)) }));
  }
  return (
    <p className={`${classes.meta} flex flex-wrap gap-x-2 gap-y-0 -mt-1.5 text-ink-3 text-meta number`}>
      {parts.map((part) => (
        <span key={String(part)}>{part}</span>
      ))}
      <DateText value={answer.updated_at} format={formatDateTime} />
    </p>
  );
}

function Reasoning({ text }: { text: string }) {
  const isLong = text.length > reasoningFold;
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <h3 className="mb-0.75 text-ink-3 text-meta font-medium tracking-normal">{t('reasoning')}</h3>
      <p
        className="text-ink-2 leading-[1.5] whitespace-pre-wrap wrap-anywhere data-folded:line-clamp-2"
        data-folded={(isLong && !isOpen) || undefined}
      >
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          className="bare -ms-1.5 py-0.5 px-1.5 rounded-small text-accent text-meta font-medium cursor-pointer hover:bg-hover"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'show_less' : 'show_more')}
        </button>
      ) : null}
    </section>
  );
}

function Sources({ sources }: { sources: AnswerContent['sources'] }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? sources : sources.slice(0, shownSources);
  return (
    <section>
      <h3 className="mb-0.75 text-ink-3 text-meta font-medium tracking-normal">{t('sources_title')}</h3>
      <ul className="my-0 -mx-2 p-0 list-none">
        {shown.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same page may be named twice.
          <li key={index}>
            <SourceRow {...source} />
          </li>
        ))}
      </ul>
      {sources.length > shownSources ? (
        <button
          type="button"
          className="bare -ms-1.5 py-0.5 px-1.5 rounded-small text-accent text-meta font-medium cursor-pointer hover:bg-hover"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? t('view_less') : t('view_all', { count: sources.length })}
        </button>
      ) : null}
    </section>
  );
}

function SourceRow({ source, title }: { source: string; title: string }) {
  const link = sourceLink(source);
  const address = link?.address ?? source;
  const body = (
    <>
      <span
        className="grid flex-none place-items-center size-6 rounded-small bg-grey-soft text-grey text-meta font-semibold"
        aria-hidden
      >
        {(title || address).charAt(0).toUpperCase()}
      </span>
      <span className="flex flex-1 flex-col min-w-0 leading-[1.35]">
        <span className="truncate">{title || address}</span>
        {title ? <span className="text-ink-3 text-meta truncate">{address}</span> : null}
      </span>
    </>
  );
  if (link === undefined) return <span className={classes.source}>{body}</span>;
  return (
    <a className={classes.source} href={link.href} target="_blank" rel="noopener noreferrer" title={link.href}>
      {body}
      <IconExternalLink size={14} aria-hidden />
      <span className="visually-hidden">{t('opens_new_tab')}</span>
    </a>
  );
}
