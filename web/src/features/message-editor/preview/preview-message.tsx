import { useDebouncedValue } from '@mantine/hooks';
import type { CampaignLead } from '@overture/contract/campaign-leads';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Step } from '@overture/contract/campaigns';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { stepKind } from '@overture/domain/flow/step-types';
import { EXAMPLE_LEAD } from '@overture/domain/message/example-lead';
import { explainMissing } from '@overture/domain/message/missing-words';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { PaperFrame } from '../../../ui/display/paper-frame.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import classes from '../message-editor.module.css';
import { bodyOfDraft, findDraftProblem, type StepDraft } from '../step-draft.ts';
import { t } from '../texts.ts';
import { OtherOutcomes } from './other-outcomes.tsx';
import { isAtWork, PreviewSnippets } from './preview-snippets.tsx';

/** A snippet that is being written is looked for this often. */
const LOOK_AGAIN_IN_MS = 1500;

interface PreviewMessageProps {
  campaignId: number;
  step: Step;
  draft: StepDraft;
  variant: Variant;
  /** Null for the example lead. */
  lead: CampaignLead | null;
}

/** The message of a step as one lead will get it: a mail on white paper, a message on LinkedIn in a bubble. */
export function PreviewMessage({ campaignId, step, draft, variant, lead }: PreviewMessageProps) {
  const [settled] = useDebouncedValue(draft, 350);
  const body = {
    ...bodyOfDraft(settled),
    prospect_id: lead?.id ?? null,
    variant: settled.is_ab ? variant : ('a' as const),
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
  const shown = query.data;
  if (query.isError) return <p className="text-red text-meta">{errorMessage(query.error, t('preview_failed'))}</p>;
  // What was shown before is not what would be sent.
  if (isTooLong) return <p className="p-4 text-ink-3 text-table">{t('preview_too_long')}</p>;
  if (shown === undefined) return <Skeleton height={200} radius={8} />;
  return (
    <>
      <Notes missing={shown.missing} usedFallback={shown.used_fallback} problem={shown.problem} />
      <PreviewSnippets
        snippets={shown.snippets}
        input={lead === null ? null : { ...input, body: { ...body, prospect_id: lead.id } }}
      />
      <article
        className="overflow-hidden border border-line-strong rounded-card bg-surface data-stale:opacity-70"
        data-stale={query.isPlaceholderData || undefined}
      >
        <header className="py-3 px-4 border-b border-line">
          {stepKind(step.step_type).takes_subject ? (
            <p className="font-semibold wrap-anywhere">{shown.subject_line || t('preview_no_subject')}</p>
          ) : null}
          <p className="text-ink-3 text-meta">
            {t('to')} {recipientOf(lead ?? EXAMPLE_LEAD, step)}
          </p>
        </header>
        <PreviewBody step={step} message={shown.message} html={shown.html} />
      </article>
      {shown.outcomes > 1 ? <OtherOutcomes input={input} count={shown.outcomes} /> : null}
    </>
  );
}

function PreviewBody({ step, message, html }: { step: Step; message: string; html: string }) {
  if (message.trim() === '') {
    const word = step.step_type === 'LINKEDIN_INVITE' ? t('preview_no_note') : t('preview_empty');
    return <p className="p-4 text-ink-3 text-table">{word}</p>;
  }
  if (stepKind(step.step_type).channel === 'email')
    return <PaperFrame html={html} label={t('preview_frame')} minHeight={72} />;
  return (
    <div className="p-4">
      <p className={classes.bubble}>{message}</p>
    </div>
  );
}

/** Where the message goes: an address, or a profile. */
function recipientOf(lead: Pick<CampaignLead, 'email' | 'linkedin_profile_url'>, step: Step): string {
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
  const words = problem ?? (missing.length > 0 ? explainMissing(missing) : null);
  if (words === null) return null;
  return (
    <p className={classes.note} data-tone="amber" role="status">
      <IconAlertTriangle size={16} aria-hidden />
      {words}
    </p>
  );
}
