import { type ChatPreview, chatsEndpoints } from '@overture/contract/chats';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { chatKey } from '../chats-cache.ts';

/** State of one conversation, kept up to date by the live connection. */
export function useChat(id: number, known: ChatPreview | undefined) {
  const chat = useQuery({
    queryKey: chatKey(id),
    queryFn: () => call(chatsEndpoints.getChat, { params: { id } }),
    placeholderData: known && { chat: known },
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status === 404),
  });
  const update = (event: { prospect_id: number }) => {
    if (event.prospect_id === id) void chat.refetch();
  };
  useLiveEvent('chat_message', update);
  useLiveEvent('chat_updated', update);
  useLiveEvent('chats_updated', ({ prospect_ids }) => {
    if (prospect_ids.includes(id)) void chat.refetch();
  });
  return chat;
}

/** The open conversation, whether or not the list that is shown holds it; undefined until it is known. */
export function useOpenChat(id: number | undefined, listed: ChatPreview | undefined): ChatPreview | undefined {
  const { data } = useQuery({
    queryKey: chatKey(id ?? 0),
    queryFn: () => call(chatsEndpoints.getChat, { params: { id: id ?? 0 } }),
    // The conversation's own pane asks; here it is only looked at.
    enabled: false,
  });
  return id === undefined ? undefined : (listed ?? data?.chat);
}
