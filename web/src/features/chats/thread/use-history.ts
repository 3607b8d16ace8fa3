import { chatsEndpoints } from '@overture/contract/chats';
import { PAGE_SIZES } from '@overture/domain/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call, queryOptions } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { type History, historyKey, mergeHistory, nextPage } from '../history-cache.ts';

const limit = PAGE_SIZES.chat_history;

/** Messages of a conversation: the newest page, older ones on demand, new ones as they arrive. */
export function useHistory(id: number) {
  const client = useQueryClient();
  /** The next answer takes the place of what is loaded: something may be gone. */
  const isStale = useRef(false);
  const history = useQuery({
    queryKey: historyKey(id),
    queryFn: async () => {
      const page = await call(chatsEndpoints.getChatHistory, { params: { prospectId: id }, query: { page: 1, limit } });
      const loaded = isStale.current ? undefined : client.getQueryData<History>(historyKey(id));
      isStale.current = false;
      return mergeHistory(loaded, page, true);
    },
  });
  const actions = useQuery(queryOptions(chatsEndpoints.listExecutedActions, { params: { id } }));
  const update = (event: { prospect_id: number }) => {
    if (event.prospect_id !== id) return;
    void history.refetch();
    void actions.refetch();
  };
  useLiveEvent('chat_message', update);
  useLiveEvent('chat_updated', update);
  useLiveEvent('messaging_people', ({ account_id }) => {
    // The author may have been linked by mistake.
    if (!history.data?.messages.some(({ account }) => account?.id === account_id)) return;
    isStale.current = true;
    void history.refetch();
  });
  useLiveEvent('chats_updated', ({ prospect_ids }) => {
    if (prospect_ids.includes(id)) void history.refetch();
  });
  const older = useOlder(id, history.data);
  return { history, actions: actions.data?.executed_actions ?? [], ...older };
}

function useOlder(id: number, loaded: History | undefined) {
  const client = useQueryClient();
  const isRunning = useRef(false);
  const [state, setState] = useState<{ id: number; is: 'idle' | 'loading' | 'failed' | 'end' }>({ id, is: 'idle' });
  const count = loaded?.messages.length ?? 0;
  const is = state.id === id ? state.is : 'idle';
  const hasOlder = loaded !== undefined && is !== 'end' && count < loaded.total_messages;
  const loadOlder = useCallback(async () => {
    if (isRunning.current || !hasOlder) return;
    isRunning.current = true;
    setState({ id, is: 'loading' });
    try {
      const page = await call(chatsEndpoints.getChatHistory, {
        params: { prospectId: id },
        query: { page: nextPage(count, limit), limit },
      });
      const before = client.getQueryData<History>(historyKey(id));
      const merged = mergeHistory(before, page, false);
      client.setQueryData(historyKey(id), merged);
      // A page that is empty or holds only what is known ends the loading.
      setState({ id, is: merged.messages.length > (before?.messages.length ?? 0) ? 'idle' : 'end' });
    } catch {
      setState({ id, is: 'failed' });
    } finally {
      isRunning.current = false;
    }
  }, [client, id, count, hasOlder]);
  return { hasOlder, loadOlder, isLoadingOlder: is === 'loading', hasFailedOlder: is === 'failed' };
}
