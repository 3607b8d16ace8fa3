import type { ChatPreview } from '@overture/contract/chats';
import { IconMessages } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useCallback, useRef, useState } from 'react';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { KeyHint } from '../../ui/display/key-hint.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useWasOpened } from '../../ui/overlays/use-was-opened.ts';
import { InboxDialogs } from './changes/inbox-dialogs.tsx';
import { useInboxCommands } from './changes/use-inbox-commands.ts';
import { useSelectAll } from './changes/use-select-all.ts';
import { useSelection } from './changes/use-selection.ts';
import classes from './chats.module.css';
import { useChatFilters } from './filters.ts';
import { ChatList } from './list/chat-list.tsx';
import { useChatList } from './list/use-chat-list.ts';
import { usePresences } from './presence/use-presences.ts';
import type { TextField } from './text-field.ts';
import { t } from './texts.ts';
import { Conversation } from './thread/conversation.tsx';
import { useOpenChat } from './thread/use-chat.ts';
import { type ChatActions, useChatActions } from './use-chat-actions.ts';
import { findNextChat, focusNextField, useInboxKeys } from './use-inbox-keys.ts';

// Loaded on demand: no page needs them to render.
const NewMessageDialog = lazyPart(() =>
  import('./find-lead/new-message-dialog.tsx').then((file) => ({ default: file.NewMessageDialog })),
);

const ChatsSelectionBar = lazyPart(() =>
  import('./changes/chats-selection-bar.tsx').then((file) => ({ default: file.ChatsSelectionBar })),
);

const chatPane = `${classes.chatPane} flex flex-[1_0_460px] flex-col min-w-0`;

/** Conversations over all senders: the list on the left, the chosen one on the right; one at a time where it is narrow. */
export function InboxPage({ chatId }: { chatId: number | undefined }) {
  const go = useGo();
  const { filters, change } = useChatFilters();
  const list = useChatList(filters, chatId);
  const textRef = useRef<TextField>(null);
  const open = (id: number | undefined) => go(pb.inbox(id === undefined ? {} : { chat: id }), { replace: true });
  const chats = list.chats ?? [];
  const known = chats.find((chat) => chat.prospect.id === chatId);
  const opened = useOpenChat(chatId, known);
  const openNext = useGoOn(chats, chatId, open);
  const actions = useListActions(openNext);
  const selection = useSelection(chats);
  const selectAll = useSelectAll(list, selection);
  const leave = useLeave(openNext, selection.clear);
  const { commands, dialog, closeDialog } = useInboxCommands(leave);
  const presences = usePresences();
  const [writesNew, setWritesNew] = useState(false);
  useInboxKeys({ chats, chatId, opened, actions, commands, selection, open, textRef, onNew: () => setWritesNew(true) });
  const goOn = useNextField(textRef, chatId, openNext);
  return (
    <div className={classes.inbox} data-open={chatId === undefined ? undefined : true}>
      <section className={classes.listPane} aria-label={t('conversations')}>
        <ChatList
          filters={filters}
          onChange={clearFirst(selection.clear, change)}
          list={list}
          openId={chatId}
          actions={actions}
          commands={commands}
          selection={selection}
          presences={presences}
          onNew={() => setWritesNew(true)}
        />
        <OpenSelectionBar chats={selection.chats} commands={commands} onClear={selection.clear} onAll={selectAll} />
      </section>
      <section className={chatPane} aria-label={chatId === undefined ? t('none_selected') : t('conversation')}>
        {chatId === undefined ? (
          <NoneSelected />
        ) : (
          <Conversation
            key={chatId}
            id={chatId}
            known={known}
            actions={actions}
            commands={commands}
            answering={presences.get(chatId)}
            textRef={textRef}
            onBack={() => open(undefined)}
            onGoOn={goOn}
            onDiscarded={filters.folder === 'drafts' ? goOn : stay}
          />
        )}
      </section>
      {writesNew ? <NewMessage onClose={() => setWritesNew(false)} onChoose={open} /> : null}
      <InboxDialogs dialog={dialog} known={chats} commands={commands} onClose={closeDialog} onReminded={leave} />
    </div>
  );
}

/** It comes with the first conversation that is ticked and stays, since it slides away. */
function OpenSelectionBar(props: ComponentProps<typeof ChatsSelectionBar>) {
  return useWasOpened(props.chats.length > 0) ? (
    <Suspense fallback={null}>
      <ChatsSelectionBar {...props} />
    </Suspense>
  ) : null;
}

function NewMessage(props: ComponentProps<typeof NewMessageDialog>) {
  return (
    <Suspense fallback={null}>
      <NewMessageDialog {...props} />
    </Suspense>
  );
}

function NoneSelected() {
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        icon={<IconMessages size={22} />}
        title={t('none_selected')}
        text={t('none_selected_text')}
        action={
          <span className={`${classes.keys} inline-flex flex-col items-center gap-2 text-ink-3 text-meta`}>
            <KeyHint keys={['J', 'K', 'E', 'R', '?']} />
            <span>{t('keys_hint')}</span>
          </span>
        }
      />
    </div>
  );
}

const idsOf = (chats: readonly ChatPreview[]): number[] => chats.map(({ prospect }) => prospect.id);

/** When the open conversation leaves the list, its remaining neighbor opens, so a list can be worked through. */
function useGoOn(
  chats: readonly ChatPreview[],
  chatId: number | undefined,
  open: (id: number | undefined) => void,
): (removed: readonly number[], isNextWanted?: boolean) => void {
  const latest = useRef({ chats, chatId, open });
  latest.current = { chats, chatId, open };
  const opened = useRef<{ chatId: number | undefined; ids: number[] }>({ chatId: undefined, ids: [] });
  if (opened.current.chatId !== chatId || opened.current.ids.length === 0)
    opened.current = { chatId, ids: idsOf(chats) };
  return useCallback((leaving, isNextWanted = false) => {
    const now = latest.current;
    if (now.chatId === undefined || !leaving.includes(now.chatId)) return;
    const next = findNextChat(now.chatId, { opened: opened.current.ids, listed: idsOf(now.chats), leaving });
    // Where one pane is shown at a time, the way back is the list, unless the next was asked for.
    const isBesideList = document.querySelector('[data-chat]')?.checkVisibility() ?? false;
    now.open(isBesideList || isNextWanted ? next : undefined);
    // The focus was in what has left: without a new place the keys of the page would begin at its top.
    const row = document.querySelector<HTMLElement>(`[data-chat="${next}"] a`);
    if (isBesideList && !document.activeElement?.closest('textarea')) row?.focus();
  }, []);
}

const stay = (): void => undefined;

/** Other filters list other conversations: none of them is selected. */
const clearFirst =
  <Next,>(clear: () => void, change: (next: Next) => void) =>
  (next: Next) => {
    clear();
    change(next);
  };

/** On to the next conversation, with its field ready to type in. */
function useNextField(
  textRef: React.RefObject<TextField | null>,
  chatId: number | undefined,
  openNext: (leaving: readonly number[], isNextWanted: boolean) => void,
): () => void {
  return () => {
    if (chatId !== undefined) focusNextField(textRef, () => openNext([chatId], true));
  };
}

/** What left the list is no longer selected. */
function useLeave(openNext: (leaving: readonly number[]) => void, clear: () => void) {
  return useCallback(
    (leaving: readonly number[]) => {
      openNext(leaving);
      clear();
    },
    [openNext, clear],
  );
}

function useListActions(openNext: (leaving: readonly number[]) => void): ChatActions {
  const actions = useChatActions();
  const [wrapped] = useState<ChatActions>(() => ({
    ...actions,
    setArchived(chat, isArchived) {
      openNext([chat.prospect.id]);
      actions.setArchived(chat, isArchived);
    },
  }));
  return wrapped;
}
