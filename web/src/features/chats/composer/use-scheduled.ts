import type { ChatMessage } from '@overture/contract/chats';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { type ChatUpload, outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryKey } from '../../../lib/api/api-client.ts';
import type { ComposeExtras } from '../../../lib/storage.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { listKey } from '../chats-cache.ts';
import { addMessage, removeMessage } from '../history-cache.ts';
import type { TextField } from '../text-field.ts';
import { t } from '../texts.ts';
import type { ScheduledActions } from './scheduled-note.tsx';
import type { useComposeExtras } from './use-compose-draft.ts';

type TakenBack = EndpointOutput<(typeof outgoingMessagesEndpoints)['cancelScheduledMessage']>['draft'];

/** How long what was taken back can be copied. */
const COPY_IN_MS = 30_000;

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
      void client.invalidateQueries({ queryKey: listKey() });
      if (isForOthers(message, draft, { isEmpty: isEmpty(textRef), isForward: Boolean(extras.extras.forward) })) {
        await offerCopy(id, draft);
        return;
      }
      client.setQueryData<{ uploads: ChatUpload[] }>(
        queryKey(outgoingMessagesEndpoints.listChatUploads, { params: { id } }),
        (known) => ({ uploads: mergeUploads(known?.uploads ?? [], draft.uploads) }),
      );
      // A second message that is being written keeps its own sender, copies and subject.
      extras.change(isEmpty(textRef) ? toExtras(draft) : { formatted_text: '' });
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

/** A forward and what else is being written have other readers: neither may become part of the other. */
function isForOthers(
  { kind }: ChatMessage,
  { forward }: TakenBack,
  writing: { isEmpty: boolean; isForward: boolean },
): boolean {
  const isForward = kind === 'FORWARD';
  // The mail that it was to send on was deleted: its note is for no one else.
  if (writing.isEmpty) return isForward && !forward;
  return isForward || writing.isForward;
}

/** What was taken back can be copied; its files would leave with what is being written. */
async function offerCopy(id: number, { message, uploads }: TakenBack): Promise<void> {
  const copy = { label: t('copy_text'), onSelect: () => void navigator.clipboard.writeText(message) };
  toast.info(t('taken_back_apart'), message === '' ? {} : { action: copy, duration: COPY_IN_MS });
  for (const { id: uploadId } of uploads)
    await call(outgoingMessagesEndpoints.deleteChatUpload, { params: { id, uploadId } });
}

const toExtras = ({
  account_id,
  cc,
  bcc,
  subject_line,
  formatted_text,
  forward,
  campaign,
}: TakenBack): ComposeExtras => ({
  formatted_text: formatted_text ?? '',
  cc,
  bcc,
  subject: subject_line ?? '',
  forward: forward && { ...forward, attachment_ids: [] },
  ...(account_id === null ? {} : { account_id }),
  ...(campaign ? { campaign } : {}),
});

const isEmpty = (textRef: Composing['textRef']): boolean => (textRef.current?.value ?? '').trim() === '';

const mergeUploads = (known: readonly ChatUpload[], returned: readonly ChatUpload[]): ChatUpload[] => [
  ...known.filter(({ id }) => !returned.some((one) => one.id === id)),
  ...returned,
];
