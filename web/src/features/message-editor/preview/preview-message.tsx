import { useDebouncedValue } from '@mantine/hooks';
import type { CampaignLead } from '@overture/contract/campaign-leads';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Step } from '@overture/contract/campaigns';
import type { EndpointOutput } from '@overture/contract/endpoint';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { stepKind } from '@overture/domain/flow/step-types';
import { isCutByGmail } from '@overture/domain/message/advice/message-advice';
import { EXAMPLE_LEAD } from '@overture/domain/message/example-lead';
import { explainMissing, isBroken, labelMissing } from '@overture/domain/message/missing-words';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { withinSentence } from '../../../lib/format.ts';
import { PaperFrame } from '../../../ui/display/paper-frame.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { useCopyFlag } from '../../flow-canvas/index.ts';
import classes from '../message-editor.module.css';
import { bodyOfDraft, findDraftProblem, type StepDraft } from '../step-draft.ts';
import { t } from '../texts.ts';
import { cutAtMarks, frameImages, type Marks, markHtml } from './mark-words.ts';
import { OtherOutcomes } from './other-outcomes.tsx';
import { isAtWork, PreviewSnippets } from './preview-snippets.tsx';

type Endpoints = typeof campaignStepsEndpoints;

/** A snippet that is being written is looked for this often. */
const LOOK_AGAIN_IN_MS = 1500;

/** What the preview knows of its lead: conditions by their tags, results of research by their names. */
export interface ShownFacts {
  answers: ReadonlyMap<string, boolean>;
  results: ReadonlyMap<string, string>;
  /** The email is sent without HTML. */
  isPlain: boolean;
}

interface PreviewMessageProps {
  campaignId: number;
  step: Step;
  draft: StepDraft;
  variant: Variant;
  /** Null for the example lead. */
  lead: CampaignLead | null;
  /** How wide a mail is shown, or as text without looks. */
  view: PreviewView;
  onShown?: ((shown: ShownFacts) => void) | undefined;
}

export type PreviewView = 'desktop' | 'phone' | 'plain';

/** Asks for the message a moment after the last key. */
function usePreviewQuery({ campaignId, step, draft, variant, lead }: PreviewMessageProps) {
  const [settled] = useDebouncedValue(draft, 350);
  const body = {
    ...bodyOfDraft(settled),
    prospect_id: lead?.id ?? null,
    variant: settled.is_ab ? variant : ('a' as const),
    ...useCopyFlag(),
  };
  const isTooLong = findDraftProblem(settled, step.step_type)?.kind === 'too_long';
  const input = { params: { id: campaignId, stepId: step.id }, body };
  const query = useQuery({
    ...queryOptions(campaignStepsEndpoints.previewStep, input),
    enabled: !isTooLong,
    refetchInterval: ({ state }) => (state.data?.snippets.some(isAtWork) ? LOOK_AGAIN_IN_MS : false),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
  return { query, input, isTooLong };
}

function useReport(
  shown: EndpointOutput<Endpoints['previewStep']> | undefined,
  onShown: PreviewMessageProps['onShown'],
) {
  const conditions = shown?.conditions;
  const results = shown?.results;
  const isPlain = shown?.is_plain ?? false;
  useEffect(
    () =>
      onShown?.({
        answers: new Map(conditions?.map(({ tag, is_true }) => [tag, is_true])),
        results: new Map(results?.map(({ name, value }) => [name, value])),
        isPlain,
      }),
    [conditions, results, isPlain, onShown],
  );
}

/** The message of a step as one lead will get it: a mail on white paper, a message on LinkedIn in a bubble. */
export function PreviewMessage(props: PreviewMessageProps) {
  const { step, lead, view, onShown } = props;
  const { query, input, isTooLong } = usePreviewQuery(props);
  const shown = query.data;
  useReport(shown, onShown);
  if (query.isError) return <p className="text-red text-meta">{errorMessage(query.error, t('preview_failed'))}</p>;
  // What was shown before is not what would be sent.
  if (isTooLong) return <p className="p-4 text-ink-3 text-table">{t('preview_too_long')}</p>;
  if (shown === undefined) return <Skeleton height={200} radius={8} />;
  const isMail = stepKind(step.step_type).channel === 'email';
  const marks = { gaps: shown.gaps, stand_ins: shown.stand_ins.map(({ words }) => words) };
  return (
    <>
      <Notes missing={shown.missing} usedFallback={shown.used_fallback} problem={shown.problem} />
      <StandIns standIns={shown.stand_ins} />
      {isMail && isCutByGmail(shown.html) ? (
        <p className={classes.note} data-tone="amber" role="status">
          <IconAlertTriangle size={16} aria-hidden />
          {t('preview_cut')}
        </p>
      ) : null}
      <PreviewSnippets
        snippets={shown.snippets}
        input={lead === null ? null : { ...input, body: { ...input.body, prospect_id: lead.id } }}
      />
      <article
        className="w-full mx-auto overflow-hidden border border-line-strong rounded-card bg-surface data-stale:opacity-70 data-phone:max-w-[320px]"
        data-phone={(view === 'phone' && isMail) || undefined}
        data-stale={query.isPlaceholderData || undefined}
      >
        <PreviewHead step={step} lead={lead} subject={shown.subject_line} marks={marks} />
        <PreviewBody step={step} message={shown.message} html={shown.html} marks={marks} isPlain={view === 'plain'} />
      </article>
      {shown.outcomes > 1 ? <OtherOutcomes input={input} count={shown.outcomes} /> : null}
    </>
  );
}

interface PreviewHeadProps {
  step: Step;
  lead: CampaignLead | null;
  subject: string | null;
  marks: Marks;
}

function PreviewHead({ step, lead, subject, marks }: PreviewHeadProps) {
  return (
    <header className="py-3 px-4 border-b border-line">
      {stepKind(step.step_type).takes_subject ? (
        <p className="font-semibold wrap-anywhere">
          <MarkedText text={subject || t('preview_no_subject')} marks={marks} />
        </p>
      ) : null}
      <p className="text-ink-3 text-meta">
        {t('to')} {formatRecipient(lead ?? EXAMPLE_LEAD, step)}
      </p>
    </header>
  );
}

interface PreviewBodyProps {
  step: Step;
  message: string;
  html: string;
  marks: Marks;
  isPlain: boolean;
}

function PreviewBody({ step, message, html, marks, isPlain }: PreviewBodyProps) {
  if (message.trim() === '') {
    const word = step.step_type === 'LINKEDIN_INVITE' ? t('preview_no_note') : t('preview_empty');
    return <p className="p-4 text-ink-3 text-table">{word}</p>;
  }
  if (stepKind(step.step_type).channel !== 'email') {
    return (
      <div className="p-4">
        <p className={classes.bubble}>
          <MarkedText text={message} marks={marks} />
        </p>
      </div>
    );
  }
  if (!isPlain)
    return <PaperFrame html={frameImages(markHtml(html, marks))} label={t('preview_frame')} minHeight={72} />;
  return (
    <p className="p-4 font-mono text-table whitespace-pre-wrap wrap-anywhere">
      <MarkedText text={message} marks={marks} />
    </p>
  );
}

/** Text with missing values in red and substitutes in blue. */
function MarkedText({ text, marks }: { text: string; marks: Marks }) {
  let at = 0;
  return cutAtMarks(text, marks).map((piece) => {
    const key = at;
    at += piece.text.length;
    if (piece.mark === null) return <span key={key}>{piece.text}</span>;
    const tone = piece.mark === 'gap' ? 'bg-red-soft text-red' : 'bg-accent-soft text-accent';
    return (
      <mark key={key} className={`px-0.5 rounded-[3px] ${tone}`}>
        {piece.text}
      </mark>
    );
  });
}

/** Words that are not the lead's own. */
function StandIns({ standIns }: { standIns: readonly { field: string; words: string }[] }) {
  if (standIns.length === 0) return null;
  return (
    <p className={classes.note} data-tone="blue" role="status">
      <IconInfoCircle size={16} aria-hidden />
      {standIns
        .map(({ field, words }) => t('preview_stand_in', { field: withinSentence(labelMissing(field)), words }))
        .join(' ')}
    </p>
  );
}

/** Where the message goes: an address, or a profile. */
function formatRecipient(lead: Pick<CampaignLead, 'email' | 'linkedin_profile_url'>, step: Step): string {
  if (stepKind(step.step_type).channel === 'email') return lead.email ?? t('no_email');
  return lead.linkedin_profile_url?.replace(/^https?:\/\/(www\.)?/, '') ?? t('no_profile');
}

interface NotesProps {
  missing: readonly string[];
  usedFallback: boolean;
  problem: string | null;
}

/** What differs from the message as it was written, or why this lead does not get it. */
function Notes({ missing, usedFallback, problem }: NotesProps) {
  if (usedFallback) {
    return (
      <p className={classes.note} data-tone="blue" role="status">
        <IconInfoCircle size={16} aria-hidden />
        {t('preview_fallback')}
      </p>
    );
  }
  // The field of the text names its own faults.
  const lacks = missing.filter((name) => !isBroken(name));
  const words = problem ?? (lacks.length > 0 ? explainMissing(lacks) : null);
  if (words === null) return null;
  return (
    <p className={classes.note} data-tone="amber" role="status">
      <IconAlertTriangle size={16} aria-hidden />
      {words}
    </p>
  );
}
