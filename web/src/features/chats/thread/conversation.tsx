import type { ChatMessage, ChatPreview } from '@overture/contract/chats';
import { IconMessageCircleOff, IconMessages } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useWasOpened } from '../../../ui/overlays/use-was-opened.ts';
import { leadName } from '../../leads/index.ts';
import type { InboxCommands } from '../changes/use-inbox-commands.ts';
import type { ScheduledActions } from '../composer/scheduled-note.tsx';
import { useComposeExtras } from '../composer/use-compose-draft.ts';
import { useScheduled } from '../composer/use-scheduled.ts';
import { useChatDraft, useUserDraft } from '../composer/use-user-draft.ts';
import type { History } from '../history-cache.ts';
import type { TextField } from '../text-field.ts';
import { t } from '../texts.ts';
import { UnmatchedReplyCards } from '../unmatched/unmatched-reply-cards.tsx';
import type { ChatActions } from '../use-chat-actions.ts';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import classes from './thread.module.css';
import { Timeline } from './timeline.tsx';
import { useChat } from './use-chat.ts';
import { useHistory } from './use-history.ts';

/** Rare, and not what a conversation is opened for. */
const AbsenceNote = lazyPart(() =>
  import('../absence/absence-note.tsx').then((file) => ({ default: file.AbsenceNote })),
);

const LeadDetails = lazyPart(() =>
  import('../details/lead-details.tsx').then((file) => ({ default: file.LeadDetails })),
);
const LaterNote = lazyPart(() => import('../later/later-note.tsx').then((file) => ({ default: file.LaterNote })));
const PastMailsNote = lazyPart(() =>
  import('../past-mails/past-mails-note.tsx').then((file) => ({ default: file.PastMailsNote })),
);
const OptOutQuestion = lazyPart(() =>
  import('../opt-out/opt-out-question.tsx').then((file) => ({ default: file.OptOutQuestion })),
);

interface ConversationProps {
  id: number;
  /** The conversation from the list, which lets the header render immediately. */
  known: ChatPreview | undefined;
  actions: ChatActions;
  commands: InboxCommands;
  /** Colleagues who answer just now. */
  answering: readonly string[] | undefined;
  textRef: React.RefObject<TextField | null>;
  onBack: () => void;
  /** On to the next conversation: this one is answered. */
  onGoOn: () => void;
  /** A draft of the model was discarded. */
  onDiscarded: () => void;
}

/** The right pane: head, timeline, composer. */
export function Conversation(props: ConversationProps) {
  const { id, known, actions, commands, answering, textRef, onBack, onGoOn, onDiscarded } = props;
  const chatQuery = useChat(id, known);
  const chat = chatQuery.data?.chat;
  const past = useHistory(id);
  const { history } = past;
  const { composing, scheduled, writeAgain, forward } = useComposing(id, textRef);
  const [showsDetails, setShowsDetails] = useState(false);
  useReadMark(chat, actions);
  const prospect = history.data?.prospect ?? chat?.prospect;
  if (chatQuery.isError && !chat) return <NotThere query={chatQuery} />;
  return (
    <>
      <ChatHeader
        chat={chat}
        prospect={prospect}
        actions={actions}
        commands={commands}
        answering={answering}
        onBack={onBack}
        onDetails={() => setShowsDetails(true)}
      />
      <Messages
        {...past}
        name={prospect ? leadName(prospect) : ''}
        scheduled={scheduled}
        onWriteAgain={writeAgain}
        onForward={forward}
      />
      <UnmatchedReplyCards prospectId={id} />
      <Absence id={id} history={history.data} />
      <Later chat={chat} commands={commands} history={history.data} />
      {history.data?.opt_out_from ? (
        <Suspense>
          <OptOutQuestion id={id} from={history.data.opt_out_from} />
        </Suspense>
      ) : null}
      {history.data && prospect ? (
        <Composer
          prospect={prospect}
          account={history.data.account}
          {...composing}
          messages={history.data.messages}
          onGoOn={onGoOn}
          onDiscarded={onDiscarded}
          onArchive={() => chat && !chat.is_archived && actions.setArchived(chat, true)}
        />
      ) : null}
      {prospect && chat ? (
        <OpenDetails
          opened={showsDetails}
          onClose={() => setShowsDetails(false)}
          prospect={prospect}
          accounts={chat.accounts}
          onLabels={() => commands.open('labels', [{ ...chat, prospect }])}
        />
      ) : null}
    </>
  );
}

/** Loaded when they are first shown. */
function OpenDetails(props: ComponentProps<typeof LeadDetails>) {
  return useWasOpened(props.opened) ? (
    <Suspense>
      <LeadDetails {...props} />
    </Suspense>
  ) : null;
}

/** The message being written, and texts put back into it. */
function useComposing(id: number, textRef: ConversationProps['textRef']) {
  const extras = useComposeExtras(id);
  const found = useChatDraft(id).data;
  const written = useUserDraft(id, found?.own, extras);
  const { draft, change: setDraft } = written;
  useOnce(found?.own ?? undefined, (own) => extras.restore(own.extras));
  const putBack = (text: string) => {
    // What was typed since the message was sent stays below it.
    const typed = textRef.current?.value ?? draft;
    setDraft(typed.trim() === '' ? text : `${text}\n\n${typed}`);
    textRef.current?.focus();
  };
  const scheduled = useScheduled(id, { putBack, extras, textRef });
  const composing = { written, waiting: written.isLoaded ? (found?.draft ?? null) : null, extras, textRef };
  function forward({ id: message_id }: ChatMessage) {
    extras.change({ forward: { message_id, to: [], attachment_ids: null }, cc: [], bcc: [], subject: '' });
  }
  const writeAgain = (text: string) => {
    extras.change({ formatted_text: '' });
    putBack(text);
  };
  return { composing, scheduled, writeAgain, forward };
}

/** Acts on the first value that is there. */
function useOnce<Value>(value: Value | undefined, act: (value: Value) => void): void {
  const isDone = useRef(false);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (value === undefined || isDone.current) return;
    isDone.current = true;
    latest.current(value);
  }, [value]);
}

interface MessagesProps extends ReturnType<typeof useHistory> {
  /** Of the lead, once it is known. */
  name: string;
  scheduled: ScheduledActions;
  onWriteAgain: (text: string) => void;
  onForward: (message: ChatMessage) => void;
}

/** What was written and done so far, or why it is not there. */
function Messages({ history, actions, name, ...timeline }: MessagesProps) {
  if (history.data === undefined) return queryFailure(history) ?? <TimelineSkeleton />;
  const { messages } = history.data;
  const isEmpty = messages.length === 0 && actions.length === 0;
  return (
    <>
      {isEmpty ? <NothingYet name={name} /> : <Timeline {...timeline} messages={messages} actions={actions} />}
      <PastMails history={history.data} />
    </>
  );
}

function NothingYet({ name }: { name: string }) {
  return (
    <div className={classes.scroller}>
      <EmptyState icon={<IconMessages size={22} />} title={t('no_messages')} text={t('no_messages_text', { name })} />
    </div>
  );
}

/** Emails from before the campaigns: rare, and not what a conversation is opened for. */
function PastMails({ history: { past_mails, prospect } }: { history: History }) {
  if (past_mails === 0) return null;
  return (
    <Suspense>
      <PastMailsNote prospectId={prospect.id} name={leadName(prospect)} count={past_mails} />
    </Suspense>
  );
}

/** What holds the campaign, if anything does: the lead is away, or a team member has written. */
function Absence({ id, history }: { id: number; history: History | undefined }) {
  const until = history?.goes_on_at ?? history?.message_hold_until;
  if (!history || !until) return null;
  return (
    <Suspense>
      <AbsenceNote id={id} history={history} goesOnAt={until} isAway={Boolean(history.goes_on_at)} />
    </Suspense>
  );
}

interface LaterProps extends Pick<ConversationProps, 'commands'> {
  chat: ChatPreview | undefined;
  history: History | undefined;
}

/** The newest reply asks to be contacted on a later day, and no reminder is set. */
function Later({ chat, commands, history }: LaterProps) {
  const found = history?.messages.find(({ sent_by_prospect }) => sent_by_prospect)?.reply_class;
  const day = found?.class === 'neutral' ? found.returns_on : null;
  if (!chat || chat.remind_at !== null || !day || day <= serverNow().toISOString().slice(0, 10)) return null;
  return (
    <Suspense>
      <LaterNote chat={chat} commands={commands} day={day} />
    </Suspense>
  );
}

/** The lead is gone, or could not be asked for. */
function NotThere({ query }: { query: ReturnType<typeof useChat> }) {
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return isMissing ? (
    <EmptyState icon={<IconMessageCircleOff size={22} />} title={t('not_there')} text={t('not_there_text')} />
  ) : (
    queryFailure(query)
  );
}

/**
 * Opening a conversation, or looking at it while an answer arrives, marks it as read. Marking it unread by hand is kept:
 * only another message or opening it again reads it.
 */
function useReadMark(chat: ChatPreview | undefined, actions: ChatActions) {
  const key = chat ? `${chat.prospect.id}-${chat.latest_message?.id ?? 0}` : undefined;
  const [read, setRead] = useState<string | undefined>();
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  useEffect(() => {
    if (!chat || !isVisible || key === read) return;
    setRead(key);
    if (chat.has_unread) actions.markRead(chat);
  }, [chat, key, read, isVisible, actions]);
}

function TimelineSkeleton() {
  return (
    <div className={classes.scroller} aria-busy>
      <div className="flex flex-none flex-col gap-4 p-4 mb-auto" aria-hidden>
        <Skeleton width="52%" height={84} radius={12} />
        <span className="flex justify-end w-full">
          <Skeleton width="46%" height={60} radius={12} />
        </span>
        <Skeleton width="38%" height={60} radius={12} />
      </div>
    </div>
  );
}
