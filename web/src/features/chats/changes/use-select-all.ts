import { INBOX_LIMITS } from '@overture/domain/limits';
import { toast } from '../../../ui/feedback/toast.tsx';
import { flattenChats } from '../chats-cache.ts';
import type { useChatList } from '../list/use-chat-list.ts';
import { t } from '../texts.ts';
import type { ChatSelection } from './use-selection.ts';

/** Selects all conversations of the filter, at most as many as one change takes; undefined where all of them are selected. */
export function useSelectAll(
  list: Pick<ReturnType<typeof useChatList>, 'chats' | 'hasNextPage' | 'fetchNextPage'>,
  selection: ChatSelection,
): (() => void) | undefined {
  const { chats = [], hasNextPage, fetchNextPage } = list;
  const most = INBOX_LIMITS.changed_at_once;
  const isAll = selection.ids.size >= Math.min(chats.length, most) && (!hasNextPage || chats.length >= most);
  if (isAll) return undefined;
  async function selectAll() {
    let shown = chats;
    for (let isMore = hasNextPage; isMore && shown.length < most; ) {
      const next = await fetchNextPage();
      if (next.isError) {
        toast.error(t('select_all_failed'));
        return;
      }
      shown = flattenChats(next.data) ?? [];
      isMore = next.hasNextPage;
    }
    selection.replace(shown.map(({ prospect }) => prospect.id).filter((_, place) => place < most));
    if (shown.length > most) toast.success(t('selected_first', { count: most }));
  }
  return () => void selectAll();
}
