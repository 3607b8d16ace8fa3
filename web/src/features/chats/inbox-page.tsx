import type { ChatPreview } from '@overture/contract/chats';
import { IconMessages } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { KeyHint } from '../../ui/display/key-hint.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import classes from './chats.module.css';
import { useChatFilters } from './filters.ts';
import { LabelsDialog } from './labels-dialog.tsx';
import { ChatList } from './list/chat-list.tsx';
import { useChatList } from './list/use-chat-list.ts';
import { t } from './texts.ts';
import { Conversation } from './thread/conversation.tsx';
import { useOpenChat } from './thread/use-chat.ts';
import { type ChatActions, useChatActions } from './use-chat-actions.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

const chatPane = `${classes.chatPane} flex flex-[1_0_460px] flex-col min-w-0`;

/** Conversations over all senders: the list on the left, the chosen one on the right; one at a time where it is narrow. */
export function InboxPage({ chatId }: { chatId: number | undefined }) {
  const go = useGo();
  const { filters, change } = useChatFilters();
  const list = useChatList(filters);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [labelled, setLabelled] = useState<ChatPreview | undefined>();
  const open = (id: number | undefined) => go(pb.inbox(id === undefined ? {} : { chat: id }), { replace: true });
  const chats = list.chats ?? [];
  const known = chats.find((chat) => chat.prospect.id === chatId);
  const opened = useOpenChat(chatId, known);
  const actions = useListActions(chats, chatId, open);
  useInboxKeys({ chats, chatId, opened, actions, open, textRef });
  return (
    <div className={classes.inbox} data-open={chatId === undefined ? undefined : true}>
      <section className={classes.listPane} aria-label={t('conversations')}>
        <ChatList
          filters={filters}
          onChange={change}
          list={list}
          openId={chatId}
          actions={actions}
          onLabels={setLabelled}
        />
      </section>
      <section className={chatPane} aria-label={chatId === undefined ? t('none_selected') : t('conversation')}>
        {chatId === undefined ? (
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
        ) : (
          <Conversation
            key={chatId}
            id={chatId}
            known={known}
            actions={actions}
            textRef={textRef}
            onBack={() => open(undefined)}
            onLabels={setLabelled}
          />
        )}
      </section>
      {labelled ? (
        <LabelsDialog
          key={labelled.prospect.id}
          prospect={chats.find((chat) => chat.prospect.id === labelled.prospect.id)?.prospect ?? labelled.prospect}
          onClose={() => setLabelled(undefined)}
        />
      ) : null}
    </div>
  );
}

/** Archiving the open conversation goes on to its neighbour, so that a list can be worked through. */
function useListActions(
  chats: readonly ChatPreview[],
  chatId: number | undefined,
  open: (id: number | undefined) => void,
): ChatActions {
  const actions = useChatActions();
  const latest = useRef({ chats, chatId, open });
  latest.current = { chats, chatId, open };
  const [wrapped] = useState<ChatActions>(() => ({
    ...actions,
    setArchived(chat, isArchived) {
      const now = latest.current;
      if (chat.prospect.id === now.chatId) {
        const index = now.chats.findIndex((entry) => entry.prospect.id === now.chatId);
        // Where one pane is shown at a time, the way back is the list.
        const isBesideList = document.querySelector('[data-chat]')?.checkVisibility() ?? false;
        const next = isBesideList ? (now.chats[index + 1] ?? now.chats[index - 1]) : undefined;
        now.open(next?.prospect.id);
      }
      actions.setArchived(chat, isArchived);
    },
  }));
  return wrapped;
}
