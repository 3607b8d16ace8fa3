import { Textarea } from '@mantine/core';
import { type CallCard, callsEndpoints as endpoints } from '@overture/contract/calls';
import { CALLS, type CallOutcome } from '@overture/domain/calls/call-outcomes';
import { IconAlertTriangle, IconCopy, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { formatTime } from '../../../lib/format.ts';
import { callOutcomeLabel } from '../../../lib/labels/inbox/call-outcome.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import { CallBackground } from './call-background.tsx';
import { CallOutcomes, toLocalInput } from './call-outcomes.tsx';
import { useCallKeys } from './use-call-keys.ts';
import type { CallQueueState } from './use-call-queue.ts';

/** How often the card in hand is checked for a reply, besides whenever the window gets the focus again. */
const CHECK_IN_MS = 20_000;
const HOUR_IN_MS = 3_600_000;

/** One call: whom, by which number and with which words, what is known, and what came of it. */
export function CallCardView({ call, queue }: { call: CallCard; queue: CallQueueState }) {
  const [note, setNote] = useState(queue.note);
  /** The lead asked to be called at another time: it is typed before the outcome is recorded. */
  const [again, setAgain] = useState<string | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const check = useQuery({
    ...queryOptions(endpoints.getCall, { params: { id: call.id } }),
    refetchInterval: CHECK_IN_MS,
    refetchOnWindowFocus: 'always',
  });
  const stopped = check.data?.stopped ?? null;
  const copy = () => void copyNumber(call.phone_number);
  const skip = () => queue.putOff(tomorrowMorning(), formatTime(tomorrowMorning()));
  const snooze = () => queue.putOff(inAnHour(), formatTime(inAnHour()));
  function record(outcome: CallOutcome, own?: { id: number; name: string }) {
    if (outcome === 'later' && again === null) return setAgain(toLocalInput(new Date(Date.now() + 24 * HOUR_IN_MS)));
    const label = own?.name ?? callOutcomeLabel(outcome);
    const at = outcome === 'later' && again ? { call_again_at: new Date(again).toISOString() } : {};
    queue.record({ outcome, label, note, ...(own ? { call_outcome_id: own.id } : {}), ...at });
  }
  useCallKeys({
    onOutcome: (outcome) => record(outcome),
    onDial: () => link.current?.click(),
    onCopy: copy,
    onSkip: skip,
    onSnooze: snooze,
  });
  return (
    <article
      className="grid gap-4 p-4 border border-line rounded-card bg-raised lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      aria-label={t('kind_call')}
    >
      <div className="flex flex-col gap-4 min-w-0">
        <Who call={call} />
        {stopped ? <Warning text={`${t('stopped', { reason: stopped })} ${t('stopped_text')}`} /> : null}
        <Phone call={call} link={link} onCopy={copy} />
        <Script call={call} />
        <Notes note={note} onChange={setNote} />
        <CallOutcomes isBusy={queue.isBusy} again={again} onAgain={setAgain} onRecord={record} />
        <Later call={call} queue={queue} isStopped={stopped !== null} onSkip={skip} onSnooze={snooze} />
      </div>
      <CallBackground call={call} />
    </article>
  );
}

/** They have the focus when the card appears. */
function Notes({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Textarea
      ref={field}
      label={t('note')}
      description={t('note_hint')}
      placeholder={t('note_placeholder')}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={CALLS.note_max}
      value={note}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface LaterProps {
  call: CallCard;
  queue: CallQueueState;
  isStopped: boolean;
  onSkip: () => void;
  onSnooze: () => void;
}

/** The call is made another time, or by another person. */
function Later({ call, queue, isStopped, onSkip, onSnooze }: LaterProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-ink-3 text-meta">
      <span className="flex flex-wrap gap-2">
        <AppButton size="small" disabled={queue.isBusy} rightIcon={<KeyHint keys={['S']} />} onClick={onSkip}>
          {t('skip_today')}
        </AppButton>
        <AppButton size="small" disabled={queue.isBusy} rightIcon={<KeyHint keys={['H']} />} onClick={onSnooze}>
          {t('snooze')}
        </AppButton>
        <AppButton kind="quiet" size="small" disabled={queue.isBusy} onClick={queue.putBack}>
          {t(isStopped ? 'drop' : 'put_back')}
        </AppButton>
      </span>
      <span>{t('reserved', { time: formatTime(call.reserved_until) })}</span>
    </div>
  );
}

const inAnHour = () => new Date(Date.now() + HOUR_IN_MS);

function tomorrowMorning(): Date {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(CALLS.first_hour, 0, 0, 0);
  return at;
}

function Who({ call: { prospect, campaign, time_zone, opens_at } }: { call: CallCard }) {
  const about = [prospect.job_title, prospect.company_name].filter(Boolean).join(', ');
  const now = useMinute();
  return (
    <header className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        <h2 className="text-section wrap-anywhere">{prospect.name}</h2>
        {about ? <p className="text-ink-2 text-table wrap-anywhere">{about}</p> : null}
        {time_zone ? (
          <p className="text-ink-3 text-table" title={time_zone}>
            {t('their_time', { time: formatTime(now, time_zone) })}
          </p>
        ) : null}
        {opens_at ? <p className="text-amber text-table">{t('asleep')}</p> : null}
      </div>
      <p className="text-ink-3 text-meta">
        <AppLink to={pb.campaign(campaign.id)}>{t('call_in', { name: campaign.name })}</AppLink>
      </p>
    </header>
  );
}

const MINUTE_IN_MS = 60_000;

/** The clock of a card that stays open. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_IN_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Phone({
  call: { phone_number, phone_link },
  link,
  onCopy,
}: {
  call: CallCard;
  link: React.RefObject<HTMLAnchorElement | null>;
  onCopy: () => void;
}) {
  if (phone_number === null) return <Warning text={t('no_phone')} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-section number select-all">{phone_number}</span>
      {phone_link ? (
        <a
          ref={link}
          href={phone_link}
          className="inline-flex items-center gap-2 h-9 px-4 border border-line-strong rounded-full text-ink no-underline hover:bg-hover"
        >
          <IconPhone size={16} aria-hidden />
          {t('dial')} <KeyHint keys={['O']} />
        </a>
      ) : null}
      <AppButton icon={<IconCopy size={16} aria-hidden />} rightIcon={<KeyHint keys={['C']} />} onClick={onCopy}>
        {t('copy')}
      </AppButton>
    </div>
  );
}

function Script({ call: { script } }: { call: CallCard }) {
  if (script === null) return <p className="text-ink-3 text-table">{t('no_script')}</p>;
  return (
    <section aria-label={t('script')} className="flex flex-col gap-1">
      <h3 className="text-ink-3 text-table font-medium">{t('script')}</h3>
      <p className="max-h-[30vh] overflow-y-auto p-3 rounded-control bg-sunken whitespace-pre-wrap wrap-anywhere text-body">
        {script.text}
      </p>
      {script.missing.length > 0 ? (
        <p className="text-amber text-meta">{t('script_missing', { names: script.missing.join(', ') })}</p>
      ) : null}
    </section>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="flex gap-2 p-3 rounded-control bg-amber-soft text-amber text-table" role="status">
      <IconAlertTriangle className="flex-none" size={18} aria-hidden />
      {text}
    </p>
  );
}

async function copyNumber(phone: string | null): Promise<void> {
  if (phone === null) return;
  try {
    await navigator.clipboard.writeText(phone);
    toast.success(t('copied'));
  } catch {
    toast.error(t('copy_failed'));
  }
}
