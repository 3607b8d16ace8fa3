import { type ChatsChange, chatChangesEndpoints } from '@overture/contract/chat-changes';
import type { ChatMember, ChatPreview } from '@overture/contract/chats';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { refetchUser } from '../../../lib/api/session.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { chatKey, listKey, patchChat } from '../chats-cache.ts';
import { historyKey } from '../history-cache.ts';
import { t } from '../texts.ts';
import { applyChange, reverseChanges, type WantedChange } from './reverse.ts';

interface ChangeOptions {
  /** What the toast says, with Undo beside it; nothing is said without it. */
  said?: string;
  /** Whom `assigned_user_id` names. */
  assignee?: ChatMember | null;
}

export type ChangeChats = (
  chats: readonly ChatPreview[],
  change: ChatsChange,
  options?: ChangeOptions,
) => Promise<boolean>;

/** Changes many conversations alike: optimistic, rolled back on a refusal, undone by the toast. */
export function useChangeChats(): ChangeChats {
  const client = useQueryClient();
  return useCallback(
    async (chats, change, { said, assignee = null } = {}) => {
      async function send(wanted: readonly WantedChange[]): Promise<boolean> {
        const ids = wanted.flatMap(({ prospect_ids }) => prospect_ids);
        try {
          for (const body of wanted) await call(chatChangesEndpoints.changeChats, { body });
          return true;
        } catch (error) {
          toast.error(errorMessage(error, t('action_failed')));
          return false;
        } finally {
          void client.invalidateQueries({ queryKey: listKey() });
          for (const id of ids) void client.invalidateQueries({ queryKey: chatKey(id) });
          if ('add_label' in change || 'remove_label' in change || 'reply_class' in change) {
            for (const id of ids) void client.invalidateQueries({ queryKey: historyKey(id) });
          }
          void refetchUser(client);
        }
      }
      await client.cancelQueries({ queryKey: listKey() });
      const undo = chats.map((chat) =>
        patchChat(client, chat.prospect.id, (known) => applyChange(known, change, assignee)),
      );
      const isDone = await send([{ prospect_ids: chats.map((chat) => chat.prospect.id), change }]);
      if (!isDone) for (const takeBack of undo.reverse()) takeBack();
      else if (said !== undefined) {
        const back = reverseChanges(chats, change);
        toast.success(said, back.length > 0 ? { action: { label: t('undo'), onSelect: () => void send(back) } } : {});
      }
      return isDone;
    },
    [client],
  );
}
