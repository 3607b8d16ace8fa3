import { type ChatPreview, chatsEndpoints } from '@overture/contract/chats';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { chatLabelsEndpoints } from '@overture/contract/labels';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { queryKey, refetch } from '../../lib/api/api-client.ts';
import type { ChatFilterState } from './filters.ts';
import { historyKey } from './history-cache.ts';

type ChatPage = EndpointOutput<(typeof chatsEndpoints)['listChats']>;
type ChatPages = InfiniteData<ChatPage, unknown>;

/** Key of a list; without filters it covers all of them. */
export function listKey(filters?: ChatFilterState): readonly unknown[] {
  const [name] = queryKey(chatsEndpoints.listChats);
  return filters === undefined ? [name] : [name, filters];
}

export function chatKey(id: number): readonly unknown[] {
  return queryKey(chatsEndpoints.getChat, { params: { id } });
}

/** A label changed or was deleted: any lead may have it. */
export async function refetchLabelled(client: QueryClient): Promise<void> {
  await refetch(client, chatLabelsEndpoints.listChatLabels);
  for (const key of [listKey(), chatKey(0).slice(0, 1), historyKey(0).slice(0, 1)]) {
    void client.invalidateQueries({ queryKey: key });
  }
}

/** Changes a conversation wherever it is shown; `undefined` takes it out of the lists. Answers how to undo it. */
export function patchChat(
  client: QueryClient,
  id: number,
  patch: (chat: ChatPreview) => ChatPreview | undefined,
): () => void {
  const before = client.getQueriesData<ChatPages>({ queryKey: listKey() });
  const single = client.getQueryData<{ chat: ChatPreview }>(chatKey(id));
  client.setQueriesData<ChatPages>({ queryKey: listKey() }, (data) => data && mapChats(data, id, patch));
  if (single) {
    const chat = patch(single.chat);
    if (chat) client.setQueryData(chatKey(id), { chat });
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
    if (single) client.setQueryData(chatKey(id), single);
  };
}

function mapChats(data: ChatPages, id: number, patch: (chat: ChatPreview) => ChatPreview | undefined): ChatPages {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      chats: page.chats.flatMap((chat) => (chat.prospect.id === id ? (patch(chat) ?? []) : [chat])),
    })),
  };
}

/** Conversations of all loaded pages; one that moved between two pages is listed once. */
export function flattenChats(data: ChatPages | undefined): ChatPreview[] | undefined {
  if (!data) return undefined;
  const byId = new Map<number, ChatPreview>();
  for (const chat of data.pages.flatMap((page) => page.chats))
    if (!byId.has(chat.prospect.id)) byId.set(chat.prospect.id, chat);
  return [...byId.values()];
}
