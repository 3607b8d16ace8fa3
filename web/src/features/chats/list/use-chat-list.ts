import { chatsEndpoints } from '@overture/contract/chats';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { useThrottled } from '../../../lib/throttle.ts';
import { flattenChats, listKey, refetchLabelled } from '../chats-cache.ts';
import { type ChatFilterState, listQuery } from '../filters.ts';

/** Milliseconds between two refetches of the list during a burst of events. */
const pause = 1500;

/** The next page is loaded while the open conversation is one of so many at the end. */
const LOADED_AHEAD = 3;

/**
 * Conversations of a folder, 15 a page, kept up to date by the live connection.
 * @param openId the open conversation: near the end more are loaded, because keys and "Send and open the next" continue there
 */
export function useChatList(filters: ChatFilterState, openId: number | undefined) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: listKey(filters),
    queryFn: ({ pageParam }) => call(chatsEndpoints.listChats, { query: listQuery(filters, pageParam) }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.has_more ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const update = useThrottled(() => void client.invalidateQueries({ queryKey: listKey() }), pause);
  useLiveEvent('chat_message', update);
  useLiveEvent('chat_updated', update);
  useLiveEvent('chats_updated', update);
  useLiveEvent('chat_label', () => void refetchLabelled(client));
  const chats = flattenChats(list.data);
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const isNearEnd = chats?.slice(-LOADED_AHEAD).some(({ prospect }) => prospect.id === openId) ?? false;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isError, fetchNextPage]);
  return { ...list, chats };
}
