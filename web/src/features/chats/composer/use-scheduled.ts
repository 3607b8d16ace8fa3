import type { ChatMessage } from '@overture/contract/chats';
import { type ChatUpload, outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryKey } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { listKey } from '../chats-cache.ts';
import { addMessage, removeMessage } from '../history-cache.ts';
import type { TextField } from '../text-field.ts';
import { t } from '../texts.ts';
import type { ScheduledActions } from './scheduled-note.tsx';
import type { useComposeExtras } from './use-compose-draft.ts';

interface Composing {
  /** Puts text into the composer, above what is written there. */
  putBack: (text: string) => void;
  extras: ReturnType<typeof useComposeExtras>;
  textRef: React.RefObject<TextField | null>;
}

/** What can be done with messages of a conversation that have not left; what is taken back goes into the composer. */
export function useScheduled(id: number, { putBack, extras, textRef }: Composing): ScheduledActions {
  const client = useQueryClient();
  async function unschedule(message: ChatMessage) {
    try {
      const { draft } = await call(outgoingMessagesEndpoints.cancelScheduledMessage, {
        params: { id, messageId: message.id },
      });
      removeMessage(client, id, message.id);
      client.setQueryData<{ uploads: ChatUpload[] }>(
        queryKey(outgoingMessagesEndpoints.listChatUploads, { params: { id } }),
        (known) => ({ uploads: mergeUploads(known?.uploads ?? [], draft.uploads) }),
      );
      void client.invalidateQueries({ queryKey: listKey() });
      // A second message that is being written keeps its own sender, copies and subject.
      if (isEmpty(textRef)) {
        const sender = draft.account_id === null ? {} : { account_id: draft.account_id };
        const forward = draft.forward && { ...draft.forward, attachment_ids: [] };
        const formatted_text = draft.formatted_text ?? '';
        extras.change({
          formatted_text,
          cc: draft.cc,
          bcc: draft.bcc,
          subject: draft.subject_line ?? '',
          forward,
          ...sender,
        });
      } else extras.change({ formatted_text: '' });
      putBack(draft.message);
      textRef.current?.focus();
    } catch (error) {
      toast.error(errorMessage(error, t('action_failed')));
    }
  }
  return {
    onTakeBack: (message) => void unschedule(message),
    onChanged: (message) => addMessage(client, id, message),
  };
}

const isEmpty = (textRef: Composing['textRef']): boolean => (textRef.current?.value ?? '').trim() === '';

const mergeUploads = (known: readonly ChatUpload[], returned: readonly ChatUpload[]): ChatUpload[] => [
  ...known.filter(({ id }) => !returned.some((one) => one.id === id)),
  ...returned,
];
