import { linkedinTasksEndpoints as endpoints, type LinkedinTask } from '@overture/contract/linkedin-tasks';
import { HAND_OUTCOMES, type HandOutcome } from '@overture/domain/linkedin/by-hand';
import { IconAlertTriangle, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, queryOptions } from '../../lib/api/api-client.ts';
import { formatDateTime, formatTime } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { KeyHint } from '../../ui/display/key-hint.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';
import { useTaskKeys } from './use-task-keys.ts';
import type { TaskQueue } from './use-task-queue.ts';

/** How often the card in hand is checked for a reply, besides whenever the window gets the focus again. */
const CHECK_IN_MS = 20_000;

const describeRestored = ({ from }: NonNullable<LinkedinTask['restored']>): string =>
  from === null ? t('restored') : t('restored_from', { time: formatDateTime(from) });

/** One action: for whom, in which words, and what came of it. */
export function TaskCard({ task, queue }: { task: LinkedinTask; queue: TaskQueue }) {
  const link = useRef<HTMLAnchorElement>(null);
  const check = useQuery({
    ...queryOptions(endpoints.getLinkedinTask, { params: { id: task.id } }),
    refetchInterval: CHECK_IN_MS,
    refetchOnWindowFocus: 'always',
  });
  const stopped = queue.stopped ?? check.data?.stopped ?? null;
  const copy = () => void copyText(task);
  useTaskKeys({
    onOutcome: (outcome) => (stopped === null ? queue.record(outcome) : undefined),
    onCopy: copy,
    onOpen: () => link.current?.click(),
    onUndo: queue.undoLast,
  });
  return (
    <article
      className="flex flex-col gap-4 p-4 border border-line rounded-card bg-raised"
      aria-label={t(`act_${task.action}`)}
    >
      <Who task={task} />
      {task.opened_before ? (
        <Warning
          text={t('opened_before', { name: task.opened_before.name, time: formatDateTime(task.opened_before.at) })}
        />
      ) : null}
      {task.restored ? <Warning text={describeRestored(task.restored)} /> : null}
      <Words task={task} />
      <div className="flex flex-wrap gap-2">
        {task.text === null ? null : (
          <AppButton icon={<IconCopy size={16} aria-hidden />} rightIcon={<KeyHint keys={['C']} />} onClick={copy}>
            {t('copy')}
          </AppButton>
        )}
        {task.prospect.profile_url === null ? (
          <p className="text-ink-3 text-table">{t('no_profile')}</p>
        ) : (
          <a
            ref={link}
            href={task.prospect.profile_url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-2 h-9 px-4 border border-line-strong rounded-full text-ink no-underline hover:bg-hover"
            onClick={() => markOpened(task)}
          >
            <IconExternalLink size={16} aria-hidden />
            {t('open')} <KeyHint keys={['O']} />
          </a>
        )}
      </div>
      {stopped === null ? <Outcomes task={task} queue={queue} /> : <Stopped reason={stopped} queue={queue} />}
    </article>
  );
}

function Who({ task: { action, account, prospect, campaign } }: { task: LinkedinTask }) {
  const about = [prospect.job_title, prospect.company_name].filter(Boolean).join(', ');
  return (
    <header className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        <p className="text-accent text-table font-medium">
          {t(`act_${action}`)} <span className="text-ink-3 font-normal">{t('as_sender', { name: account.name })}</span>
        </p>
        <h2 className="text-section wrap-anywhere">{prospect.name}</h2>
        {about ? <p className="text-ink-2 text-table wrap-anywhere">{about}</p> : null}
      </div>
      <p className="text-ink-3 text-meta">
        {campaign ? (
          <AppLink to={pb.campaign(campaign.id)}>{t('in_campaign', { name: campaign.name })}</AppLink>
        ) : (
          t('from_inbox')
        )}
      </p>
    </header>
  );
}

function Words({ task: { action, subject, text, attachments } }: { task: LinkedinTask }) {
  if (text === null) return action === 'invite' ? <p className="text-ink-2 text-table">{t('no_note')}</p> : null;
  return (
    <div className="flex flex-col gap-2">
      {subject === null ? null : (
        <p className="text-table">
          <span className="text-ink-3">{t('subject')}: </span>
          {subject}
        </p>
      )}
      <section
        aria-label={t(action === 'invite' ? 'note' : 'message')}
        className="max-h-[40vh] overflow-y-auto p-3 rounded-control bg-sunken whitespace-pre-wrap wrap-anywhere text-body"
      >
        {text}
      </section>
      {attachments.length > 0 ? (
        <p className="text-ink-3 text-meta wrap-anywhere">{t('attachments', { names: attachments.join(', ') })}</p>
      ) : null}
    </div>
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

function Outcomes({ task, queue }: { task: LinkedinTask; queue: TaskQueue }) {
  const label = (outcome: HandOutcome) =>
    outcome === 'done' && task.action === 'look' ? t('outcome_done_look') : t(`outcome_${outcome}`);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2 *:flex-[1_1_140px]">
        {HAND_OUTCOMES.map((outcome, index) =>
          task.outcomes.includes(outcome) ? (
            <AppButton
              key={outcome}
              kind={outcome === 'done' ? 'primary' : 'secondary'}
              disabled={queue.isBusy}
              rightIcon={<KeyHint keys={[String(index + 1)]} />}
              onClick={() => queue.record(outcome)}
            >
              {label(outcome)}
            </AppButton>
          ) : null,
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 text-ink-3 text-meta">
        <p>{t('hint')}</p>
        <span className="flex items-center gap-2">
          {t('reserved', { time: formatTime(task.reserved_until) })}
          <AppButton kind="quiet" size="small" disabled={queue.isBusy} onClick={queue.putBack}>
            {t('put_back')}
          </AppButton>
        </span>
      </div>
    </div>
  );
}

/** The lead replied, or the campaign paused. An action that was already carried out is still recorded. */
function Stopped({ reason, queue }: { reason: string; queue: TaskQueue }) {
  return (
    <div className="flex flex-col gap-2" role="alert">
      <Warning text={t('stopped', { reason })} />
      <p className="text-ink-2 text-table">{t('stopped_text')}</p>
      <div className="flex flex-wrap gap-2">
        <AppButton kind="primary" disabled={queue.isBusy} onClick={queue.putBack}>
          {t('not_sent')}
        </AppButton>
        <AppButton disabled={queue.isBusy} onClick={() => queue.record('done', true)}>
          {t('sent_anyway')}
        </AppButton>
      </div>
    </div>
  );
}

async function copyText(task: LinkedinTask): Promise<void> {
  if (task.text === null) return;
  try {
    await navigator.clipboard.writeText(task.text);
    toast.success(t('copied'));
  } catch {
    toast.error(t('copy_failed'));
  }
  markOpened(task);
}

/** From here on the person may have acted: the next person who gets the card is warned. */
function markOpened({ id, token }: LinkedinTask): void {
  // A card that was lost is reported when its outcome is recorded.
  call(endpoints.openLinkedinTask, { params: { id }, body: { token } }).catch(() => undefined);
}
