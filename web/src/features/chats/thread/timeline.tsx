import type { ChatMessage } from '@overture/contract/chats';
import { isStepType } from '@overture/domain/flow/step-types';
import { UI } from '@overture/domain/limits';
import { IconMail } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { PAST_ICONS, pastText } from '../../node-kinds/index.ts';
import type { ScheduledActions } from '../composer/scheduled-note.tsx';
import { t } from '../texts.ts';
import { Message } from './message.tsx';
import classes from './thread.module.css';
import { buildTimeline, type ExecutedAction, findNewSubjects } from './timeline-entries.ts';

interface TimelineProps {
  messages: readonly ChatMessage[];
  actions: readonly ExecutedAction[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  hasFailedOlder: boolean;
  loadOlder: () => Promise<void>;
  onWriteAgain: (text: string) => void;
  onForward: (message: ChatMessage) => void;
  scheduled: ScheduledActions;
}

/**
 * Messages and campaign actions by day. The scroller is laid out from its bottom: older messages and growing
 * mails above do not move the text that is being read.
 */
export function Timeline(props: TimelineProps) {
  const { messages, actions, hasOlder, isLoadingOlder, hasFailedOlder, loadOlder } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => buildTimeline(messages, actions, hasOlder), [messages, actions, hasOlder]);
  const newSubjects = useMemo(() => findNewSubjects(messages), [messages]);
  const count = messages.length;
  const oldest = entries.find((entry) => entry.kind === 'message')?.message;
  function loadNearTop() {
    const element = scroller.current;
    if (!element || hasFailedOlder || !hasOlder) return;
    const fromTop = element.scrollHeight - element.clientHeight + element.scrollTop;
    if (fromTop < UI.older_messages_trigger) void loadOlder();
  }
  // Ten short messages may not fill the pane. There is nothing to scroll then, so the next page loads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked whenever the number of messages changes.
  useEffect(loadNearTop, [count, hasOlder]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section ref={scroller} className={classes.scroller} onScroll={loadNearTop} aria-label={t('timeline')} tabIndex={0}>
      <div className="flex flex-none flex-col gap-4 p-4 mb-auto">
        <div className="grid place-items-center min-h-7.5 text-ink-3 text-meta [overflow-anchor:none]">
          {hasFailedOlder ? (
            <AppButton size="small" kind="quiet" onClick={() => void loadOlder()}>
              {t('older_failed')}
            </AppButton>
          ) : isLoadingOlder ? (
            <span role="status">{t('older_loading')}</span>
          ) : hasOlder ? null : (
            <span>{t('beginning')}</span>
          )}
        </div>
        {entries.map((entry) =>
          entry.kind === 'day' ? (
            <h3 key={entry.key} className={classes.day}>
              <span>{dayName(entry.at)}</span>
            </h3>
          ) : entry.kind === 'message' ? (
            <Message
              key={entry.key}
              message={entry.message}
              showsSubject={newSubjects.has(entry.message.id)}
              isOldest={entry.message.id === oldest?.id}
              onWriteAgain={props.onWriteAgain}
              onForward={props.onForward}
              scheduled={props.scheduled}
            />
          ) : (
            <ActionLine key={entry.key} action={entry.action} />
          ),
        )}
      </div>
    </section>
  );
}

function dayName(at: string): string {
  const day = new Date(at).toDateString();
  const now = serverNow();
  if (day === now.toDateString()) return t('today');
  now.setDate(now.getDate() - 1);
  return day === now.toDateString() ? t('yesterday') : formatDate(at);
}

/** One quiet line for what a campaign did. */
function ActionLine({ action }: { action: ExecutedAction }) {
  const { step_type } = action.step;
  const [Icon, text] = isStepType(step_type) ? [PAST_ICONS[step_type], pastText(step_type)] : [IconMail, step_type];
  return (
    <p className="flex items-center justify-center gap-1.75 text-ink-3 text-meta [&_svg]:flex-none">
      <Icon size={14} stroke={1.75} aria-hidden />
      <span>{text}</span>
      {action.campaign ? (
        <span className="max-w-55 before:me-1.75 before:content-['·'] truncate">{action.campaign.name}</span>
      ) : null}
      <DateText value={action.scheduled_for} format={formatTime} />
    </p>
  );
}
