import { chatAnswersEndpoints } from '@overture/contract/chat-answers';
import type { ChatMessage } from '@overture/contract/chats';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryKey } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { listKey } from '../chats-cache.ts';
import { addMessage, removeMessage } from '../history-cache.ts';
import { t } from '../texts.ts';
import type { ScheduledActions } from './scheduled-note.tsx';

type TakenBack = EndpointOutput<(typeof chatAnswersEndpoints)['cancelScheduledMessage']>['draft'];

/** What can be done with messages of a conversation that have not left. */
export function useScheduled(id: number, onTaken: (taken: TakenBack) => void): ScheduledActions {
  const client = useQueryClient();
  async function takeBack(message: ChatMessage) {
    try {
      const { draft } = await call(chatAnswersEndpoints.cancelScheduledMessage, {
        params: { id, messageId: message.id },
      });
      removeMessage(client, id, message.id);
      client.setQueryData(queryKey(chatAnswersEndpoints.listChatUploads, { params: { id } }), {
        uploads: draft.uploads,
      });
      void client.invalidateQueries({ queryKey: listKey() });
      onTaken(draft);
    } catch (error) {
      toast.error(errorMessage(error, t('action_failed')));
    }
  }
  return {
    onTakeBack: (message) => void takeBack(message),
    onChanged: (message) => addMessage(client, id, message),
  };
}
