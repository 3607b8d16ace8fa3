import { type ChatMessage, chatsEndpoints } from '@overture/contract/chats';
import type { EndpointInput } from '@overture/contract/endpoint';
import { forwardsEndpoints } from '@overture/contract/forwards';
import { outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { listKey } from '../chats-cache.ts';
import { addMessage } from '../history-cache.ts';
import { t } from '../texts.ts';

type Body = NonNullable<EndpointInput<(typeof chatsEndpoints)['sendChatMessage']>['body']>;
type ForwardBody = NonNullable<EndpointInput<(typeof forwardsEndpoints)['forwardChatMessage']>['body']>;
type Message = Omit<Body, 'idempotency_key' | 'seen_message_id'>;
/** A message to the lead, or a mail that is sent on. */
export type Outgoing = Message | (Omit<ForwardBody, 'idempotency_key'> & { forwards: number });

/** Milliseconds the error of a send is shown in the composer. */
const errorMs = 2500;

interface SendOptions {
  id: number;
  /** The newest message on screen when the writing began. */
  seen: React.RefObject<number>;
  onSent: (message: ChatMessage) => void;
}

/**
 * Sends what was written, once for each message written. If a newer message arrived, the user is asked first:
 * `newerMessage` holds it, and `sendAnyway` sends.
 */
export function useSend({ id, seen, onSent }: SendOptions) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useRefusal();
  const [newerMessage, setNewerMessage] = useState<{ words: string; outgoing: Outgoing } | undefined>();
  // One key per message written: a request that is repeated sends once.
  const key = useRef(crypto.randomUUID());
  const send = useMutation({
    mutationFn: (outgoing: Outgoing) => {
      if ('forwards' in outgoing) {
        const { forwards: messageId, ...body } = outgoing;
        const params = { id, messageId };
        return call(forwardsEndpoints.forwardChatMessage, {
          params,
          body: { ...body, idempotency_key: key.current },
        });
      }
      return call(chatsEndpoints.sendChatMessage, {
        params: { id },
        body: { ...outgoing, idempotency_key: key.current, seen_message_id: seen.current },
      });
    },
    onSuccess: ({ message }) => {
      key.current = crypto.randomUUID();
      addMessage(client, id, message);
      void client.invalidateQueries({ queryKey: listKey() });
      onSent(message);
    },
    onError: (error, outgoing) => {
      if (error instanceof ApiError && error.code === 'wrote_meanwhile') {
        setNewerMessage({ words: error.message, outgoing });
        return;
      }
      setRefusal(errorMessage(error, t('send_failed')));
      // The recipient or a block may have changed, and another window may have sent the files.
      void refetch(client, outgoingMessagesEndpoints.listAnswerSenders, outgoingMessagesEndpoints.listChatUploads);
    },
  });
  return {
    send: send.mutate,
    isPending: send.isPending,
    refusal,
    newerMessage,
    closeNewerMessage: () => setNewerMessage(undefined),
    sendAnyway() {
      if (!newerMessage) return;
      seen.current = Number.MAX_SAFE_INTEGER;
      setNewerMessage(undefined);
      send.mutate(newerMessage.outgoing);
    },
  };
}

/** The error of a send, gone after 2.5 s. */
function useRefusal() {
  const [refusal, setRefusal] = useState<string | undefined>();
  useEffect(() => {
    if (refusal === undefined) return;
    const timer = setTimeout(() => setRefusal(undefined), errorMs);
    return () => clearTimeout(timer);
  }, [refusal]);
  return [refusal, setRefusal] as const;
}
