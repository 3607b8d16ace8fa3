import { type ChatPreview, chatsEndpoints } from '@overture/contract/chats';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { refetchUser } from '../../lib/api/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { chatKey, listKey, patchChat } from './chats-cache.ts';
import { t } from './texts.ts';

export interface ChatActions {
  setArchived: (chat: ChatPreview, isArchived: boolean) => void;
  toggleFlag: (chat: ChatPreview) => void;
  markUnread: (chat: ChatPreview) => void;
  markRead: (chat: ChatPreview) => void;
}

/** Actions on a conversation: optimistic, rolled back when the server refuses. */
export function useChatActions(): ChatActions {
  const client = useQueryClient();
  return useMemo(() => {
    async function run(id: number, patch: Parameters<typeof patchChat>[2], action: () => Promise<unknown>) {
      await client.cancelQueries({ queryKey: listKey() });
      const undo = patchChat(client, id, patch);
      try {
        await action();
        return true;
      } catch (error) {
        undo();
        toast.error(errorMessage(error, t('action_failed')));
        return false;
      } finally {
        void client.invalidateQueries({ queryKey: listKey() });
        void client.invalidateQueries({ queryKey: chatKey(id) });
        void refetchUser(client);
      }
    }
    const actions: ChatActions = {
      setArchived(chat, isArchived) {
        const { id } = chat.prospect;
        const endpoint = isArchived ? chatsEndpoints.archiveChat : chatsEndpoints.restoreChat;
        void run(
          id,
          () => undefined,
          () => call(endpoint, { params: { id } }),
        ).then((isDone) => {
          if (!isDone) return;
          const back = { ...chat, is_archived: isArchived };
          toast.success(t(isArchived ? 'archived' : 'restored'), {
            action: { label: t('undo'), onSelect: () => actions.setArchived(back, !isArchived) },
          });
        });
      },
      toggleFlag({ prospect: { id } }) {
        void run(
          id,
          (chat) => ({ ...chat, prospect: { ...chat.prospect, is_flagged: !chat.prospect.is_flagged } }),
          () => call(chatsEndpoints.flagChat, { params: { id } }),
        );
      },
      markUnread({ prospect: { id } }) {
        void run(
          id,
          (chat) => ({ ...chat, has_unread: true }),
          () => call(chatsEndpoints.markChatUnread, { params: { id } }),
        );
      },
      markRead({ prospect: { id } }) {
        void run(
          id,
          (chat) => ({ ...chat, has_unread: false }),
          () => call(chatsEndpoints.markChatRead, { params: { id } }),
        );
      },
    };
    return actions;
  }, [client]);
}
