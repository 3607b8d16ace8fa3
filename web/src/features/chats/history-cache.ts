import { type ChatMessage, type ChatProspect, chatsEndpoints } from '@overture/contract/chats';
import type { EndpointOutput } from '@overture/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/api-client.ts';

export type History = EndpointOutput<(typeof chatsEndpoints)['getChatHistory']>;

export function historyKey(id: number): readonly unknown[] {
  const [name] = queryKey(chatsEndpoints.getChatHistory);
  return [name, id];
}

const newestFirst = (a: ChatMessage, b: ChatMessage): number => b.sent_at.localeCompare(a.sent_at) || b.id - a.id;

/**
 * A page joined with what was loaded before, newest first, each message once and in its newest form. When a first page no
 * longer touches what was loaded (more than a page arrived since), the old pages are dropped: a gap would be worse.
 */
export function mergeHistory(loaded: History | undefined, page: History, isFirstPage: boolean): History {
  if (!loaded) return page;
  const known = new Map(loaded.messages.map((message) => [message.id, message]));
  const touches = page.messages.length === 0 || page.messages.some((message) => known.has(message.id));
  if (isFirstPage && !touches && known.size > 0 && page.total_messages > page.messages.length + known.size) return page;
  for (const message of page.messages) known.set(message.id, message);
  const newest = isFirstPage ? page : loaded;
  return { ...newest, total_messages: page.total_messages, messages: [...known.values()].sort(newestFirst) };
}

/** The page that continues what is loaded; it may overlap, never leave a hole. */
export function nextPage(loaded: number, pageSize: number): number {
  return Math.floor(loaded / pageSize) + 1;
}

/** Puts a message that was just written into the open conversation. */
export function addMessage(client: QueryClient, id: number, message: ChatMessage): void {
  client.setQueryData<History>(historyKey(id), (loaded) => {
    if (!loaded) return loaded;
    const isNew = loaded.messages.every((known) => known.id !== message.id);
    const messages = [message, ...loaded.messages.filter((known) => known.id !== message.id)].sort(newestFirst);
    return { ...loaded, messages, total_messages: loaded.total_messages + (isNew ? 1 : 0) };
  });
}

export function patchHistoryProspect(
  client: QueryClient,
  id: number,
  patch: (prospect: ChatProspect) => ChatProspect,
): void {
  client.setQueryData<History>(historyKey(id), (loaded) => loaded && { ...loaded, prospect: patch(loaded.prospect) });
}

/** Takes all that was said by an account out of the open conversation. */
export function removeMessages(client: QueryClient, id: number, accountId: number): void {
  client.setQueryData<History>(historyKey(id), (loaded) => {
    if (!loaded) return loaded;
    const messages = loaded.messages.filter(({ account }) => account?.id !== accountId);
    const total_messages = Math.max(messages.length, loaded.total_messages - loaded.messages.length + messages.length);
    return { ...loaded, messages, total_messages };
  });
}

/** Takes a message that has not left out of the open conversation. */
export function removeMessage(client: QueryClient, id: number, messageId: number): void {
  client.setQueryData<History>(
    historyKey(id),
    (loaded) =>
      loaded && {
        ...loaded,
        messages: loaded.messages.filter((message) => message.id !== messageId),
        total_messages: Math.max(0, loaded.total_messages - 1),
      },
  );
}
