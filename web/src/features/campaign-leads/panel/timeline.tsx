import type { CampaignLeadDetail, ScheduledStep } from '@overture/contract/campaign-leads';
import type { Campaign } from '@overture/contract/campaigns';
import { isLeadDone } from '@overture/domain/campaign/transitions';
import { labelMissing } from '@overture/domain/message/missing-words';
import { IconAlertTriangle, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { sayCallNotes } from '../../../lib/labels/inbox/call-outcome.ts';
import { sayText } from '../../../lib/language/said.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { StepGlyph } from '../../node-kinds/index.ts';
import { revisionWords } from '../../revisions/index.ts';
import { settleWords, timeLine } from '../actions/action-words.ts';
import { findNodeType } from '../actions/next-action.tsx';
import { useLeadDecisions } from '../actions/use-lead-decisions.ts';
import classes from '../campaign-leads.module.css';
import { t } from '../texts.ts';
import { buildTimeline } from './read-timeline.ts';

const MessageRewrite = lazyPart(async () => {
  const { MessageRewrite: form } = await import('./message-rewrite.tsx');
  return { default: form };
});

interface TimelineProps {
  campaign: Campaign;
  lead: CampaignLeadDetail;
}

/** The lead's way through the campaign: what was done and when, what failed and why, what comes next. */
export function Timeline({ campaign, lead }: TimelineProps) {
  const { started_at, steps } = lead.scheduled_campaign;
  return (
    <ol className="flex flex-col m-0 p-0 list-none">
      <li className={`${classes.entry} relative flex gap-3 pb-4`}>
        <span
          className="grid place-items-center flex-none size-6.5 border border-line-strong rounded-full text-accent"
          aria-hidden
        >
          <IconPlayerPlay size={14} />
        </span>
        <div className="flex-1 min-w-0 pt-0.75">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium whitespace-nowrap">{t('start')}</span>
            <span className="text-ink-3 text-meta number">
              {started_at ? formatDateTime(started_at, campaign.timezone) : t('start_not')}
            </span>
          </p>
        </div>
      </li>
      {buildTimeline(steps).map((entry) => (
        <TimelineEntry key={entry.step?.id ?? entry.condition?.id} entry={entry} campaign={campaign} lead={lead} />
      ))}
    </ol>
  );
}

function TimelineEntry({ entry, campaign, lead }: TimelineProps & { entry: ScheduledStep }) {
  const type = findNodeType(entry);
  const state = entry.error !== null ? 'failed' : entry.completed ? 'done' : entry.waiting_for ? 'next' : 'open';
  return (
    <li className={`${classes.entry} relative flex gap-3 pb-4`} data-state={state}>
      {type ? <StepGlyph type={type} byChannel size={28} /> : null}
      <div className="flex-1 min-w-0 pt-0.75">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium whitespace-nowrap">{type && nodeKindLabel(type)}</span>
          <span className="text-ink-3 text-meta number">
            {type ? timeLine(entry, type, campaign.timezone, isLeadDone(lead.campaign_status)) : null}
          </span>
        </p>
        {entry.error !== null ? (
          <p className="flex gap-1.5 mt-1 py-2 px-2.5 rounded-control bg-red-soft text-red text-table wrap-anywhere [&_svg]:flex-none [&_svg]:mt-0.5">
            <IconAlertTriangle size={15} aria-hidden />
            <span>
              <strong>{t('failed')}</strong> {entry.error}
            </span>
          </p>
        ) : null}
        <RevisionLine entry={entry} />
        {entry.note ? (
          <p className="text-ink-3 text-table whitespace-pre-line wrap-anywhere data-person:text-amber">
            {sayCallNotes(entry.note)}
          </p>
        ) : null}
        {entry.waiting_for && !entry.invite_gone_at ? (
          <p className="text-ink-3 text-table data-person:text-amber">{sayText(entry.waiting_for)}</p>
        ) : null}
        <SkipLine entry={entry} timezone={campaign.timezone} />
        {entry.invite_gone_at ? (
          <p className="text-ink-3 text-table data-person:text-amber">
            {t('invite_closed', { time: formatDateTime(entry.invite_gone_at, campaign.timezone) })}
          </p>
        ) : null}
        <Decisions entry={entry} campaignId={campaign.id} prospectId={lead.id} />
        <EntryMessage entry={entry} campaignId={campaign.id} prospectId={lead.id} />
      </div>
    </li>
  );
}

/** When the step is passed over if no address comes. */
function SkipLine({ entry: { waiting_for }, timezone }: { entry: ScheduledStep; timezone: string }) {
  if (waiting_for?.rule !== 'missing_data' || waiting_for.until === null) return null;
  return (
    <p className="text-ink-3 text-table">{t('skipped_at', { time: formatDateTime(waiting_for.until, timezone) })}</p>
  );
}

/** Revision of the text, and whether the step has been removed from the flow. */
function RevisionLine({ entry: { revision, is_deleted } }: { entry: ScheduledStep }) {
  const words = [revisionWords(revision), is_deleted ? t('step_deleted') : null].filter((word) => word !== null);
  return words.length === 0 ? null : <p className="text-ink-3 text-meta">{words.join(' · ')}</p>;
}

interface EntryProps {
  entry: ScheduledStep;
  campaignId: number;
  prospectId: number;
}

/** What only a person can say: the call was made; the message was or was not sent; the address is right. */
function Decisions({ entry, campaignId, prospectId }: EntryProps) {
  const { completeCall, settle, accept } = useLeadDecisions(campaignId, prospectId);
  const rule = entry.waiting_for?.rule;
  if (rule === 'manual_call') {
    return (
      <div className="flex flex-wrap gap-2 mt-2">
        <AppButton kind="primary" size="small" loading={completeCall.isPending} onClick={() => completeCall.mutate()}>
          {t('call_done')}
        </AppButton>
      </div>
    );
  }
  if (rule === 'address_held') {
    return (
      <div className="flex flex-wrap gap-2 mt-2">
        <AppButton size="small" loading={accept.isPending} disabled={accept.isSuccess} onClick={() => accept.mutate()}>
          {t('address_accept')}
        </AppButton>
      </div>
    );
  }
  const type = findNodeType(entry);
  if (rule !== 'unconfirmed' || type === undefined) return null;
  const words = settleWords(type);
  return (
    <div className="mt-2 p-3 rounded-control bg-amber-soft text-table">
      <p className="font-semibold">{words.title}</p>
      <p>{words.text}</p>
      <div className="flex flex-wrap gap-2 mt-2">
        <AppButton size="small" disabled={settle.isPending} onClick={() => settle.mutate(true)}>
          {t('was_sent')}
        </AppButton>
        <AppButton size="small" disabled={settle.isPending} onClick={() => settle.mutate(false)}>
          {t('was_not_sent')}
        </AppButton>
      </div>
    </div>
  );
}

/** What a person should know about a message: why a snippet is not in it. */
function EntryNotes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className="text-ink-3 text-table data-person:text-amber">
      {note}
    </p>
  ));
}

/** The message as it was sent or would be now; as long as it has not left, it can be rewritten for this lead. */
function EntryMessage({ entry, campaignId, prospectId }: EntryProps) {
  const [isEditing, setEditing] = useState(false);
  if (entry.message === null) return <EntryNotes notes={entry.notes} />;
  if (isEditing && entry.can_edit) {
    const close = () => setEditing(false);
    return (
      <Suspense fallback={<Skeleton height={160} radius={8} />}>
        <MessageRewrite entry={entry} campaignId={campaignId} prospectId={prospectId} onClose={close} />
      </Suspense>
    );
  }
  return (
    <>
      <EntryNotes notes={entry.notes} />
      {entry.missing.length > 0 ? (
        <p className="text-ink-3 text-table data-person:text-amber" data-person>
          {t('missing', { names: entry.missing.map(labelMissing).join(', ') })}
        </p>
      ) : null}
      <div className="mt-2 py-2.5 px-3 border border-line rounded-control text-table">
        {entry.subject_line ? <p className="mb-1 font-semibold">{entry.subject_line}</p> : null}
        <p className="max-h-[260px] overflow-y-auto whitespace-pre-wrap wrap-anywhere">{entry.message}</p>
      </div>
      <div
        className={`${classes.messageFoot} flex items-center justify-between min-h-7.5`}
        hidden={!entry.is_edited && !entry.can_edit}
      >
        {entry.is_edited ? <span className="text-ink-3 text-meta">{t('edited')}</span> : null}
        {entry.can_edit ? (
          <AppButton
            kind="quiet"
            size="small"
            icon={<IconPencil size={15} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('edit_message')}
          </AppButton>
        ) : null}
      </div>
    </>
  );
}
