import type { ChatMessage } from '@overture/contract/chats';
import { outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { IconClock, IconPlayerPause } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { UndoTime } from './undo-time.tsx';

const SendLaterDialog = lazyPart(() =>
  import('./send-later-dialog.tsx').then((file) => ({ default: file.SendLaterDialog })),
);

export interface ScheduledActions {
  /** What was written goes back into the composer. */
  onTakeBack: (message: ChatMessage) => void;
  onChanged: (message: ChatMessage) => void;
}

interface ScheduledNoteProps extends ScheduledActions {
  message: ChatMessage;
}

const button = 'bare py-1 px-0 text-accent text-table font-medium whitespace-nowrap cursor-pointer hover:underline';

/** A message that has not left: when it does, and what can be done about it until then. */
export function ScheduledNote({ message, onTakeBack, onChanged }: ScheduledNoteProps) {
  const [isChoosing, setChoosing] = useState(false);
  const params = { id: message.prospect.id, messageId: message.id };
  const failed = (error: Error) => void toast.error(errorMessage(error, t('action_failed')));
  const onSuccess = (answer: { message: ChatMessage }) => onChanged(answer.message);
  const sendNow = useMutation({
    mutationFn: () => call(outgoingMessagesEndpoints.sendScheduledMessage, { params }),
    onSuccess,
    onError: failed,
  });
  const postpone = useMutation({
    mutationFn: (at: Date) =>
      call(outgoingMessagesEndpoints.updateScheduledMessage, { params, body: { send_at: at.toISOString() } }),
    onSuccess,
    onError: failed,
  });
  const left = useSecondsLeft(message);
  const state = stateOf(message);
  const isPaused = state === 'paused';
  const isUndo = state === 'undo';
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-0.5 mt-1 text-ink-3 text-meta" role="status">
      <span className="inline-flex items-center gap-1.25 data-paused:text-amber" data-paused={isPaused || undefined}>
        {isPaused ? (
          <IconPlayerPause size={14} className="flex-none" aria-hidden />
        ) : (
          <IconClock size={14} className="flex-none" aria-hidden />
        )}
        {STATE_WORDS[state](message, left)}
      </span>
      <span className="inline-flex gap-3">
        <button type="button" className={button} onClick={() => onTakeBack(message)}>
          {t(isUndo ? 'undo' : 'edit')}
        </button>
        {isUndo ? (
          <UndoTime className={button} />
        ) : (
          <button type="button" className={button} onClick={() => setChoosing(true)}>
            {t('other_time')}
          </button>
        )}
        <button type="button" className={button} disabled={sendNow.isPending} onClick={() => sendNow.mutate()}>
          {t('send_now')}
        </button>
      </span>
      {isChoosing ? (
        <Suspense fallback={null}>
          <SendLaterDialog
            leadId={message.prospect.id}
            name={leadName(message.prospect)}
            onClose={() => setChoosing(false)}
            onChoose={(at) => postpone.mutate(at)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** `held`: its sender is held, and it leaves when that ends. */
function stateOf({ delivery, error, is_timed }: ChatMessage) {
  if (delivery === 'PAUSED') return 'paused';
  if (error !== null) return 'held';
  return is_timed ? 'timed' : 'undo';
}

const STATE_WORDS: Record<ReturnType<typeof stateOf>, (message: ChatMessage, secondsLeft: number) => string> = {
  paused: ({ prospect, error }) =>
    error === null ? t('paused', { name: prospect.first_name }) : t('on_hold', { reason: error }),
  held: ({ error }) => t('held', { reason: error ?? '' }),
  undo: (_, seconds) => t('sends_in', { seconds }),
  timed: ({ sent_at }) => t('sends_at', { time: formatDateTime(sent_at) }),
};

/** Whole seconds until it leaves, never below zero. */
function useSecondsLeft({ sent_at, is_timed }: ChatMessage): number {
  const [now, setNow] = useState(() => serverNow().getTime());
  useEffect(() => {
    if (is_timed) return;
    const timer = setInterval(() => setNow(serverNow().getTime()), 500);
    return () => clearInterval(timer);
  }, [is_timed]);
  // The clock of the server is known to a second.
  return Math.min(INBOX_LIMITS.undo_max_in_seconds, Math.max(0, Math.ceil((Date.parse(sent_at) - now) / 1000)));
}
