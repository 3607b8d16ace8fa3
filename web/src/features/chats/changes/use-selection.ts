import type { ChatPreview } from '@overture/contract/chats';
import { useCallback, useState } from 'react';

export interface ChatSelection {
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  /** Everything from the last one that was pressed to this one. */
  extendTo: (id: number) => void;
  replace: (ids: readonly number[]) => void;
  clear: () => void;
}

/** Conversations selected in the list; those that are no longer listed are not selected either. */
export function useSelection(chats: readonly ChatPreview[]): ChatSelection & { chats: ChatPreview[] } {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number | undefined>();
  const clear = useCallback(() => setIds(new Set()), []);
  function toggle(id: number) {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
    setLast(id);
  }
  function extendTo(id: number) {
    const order = chats.map((chat) => chat.prospect.id);
    const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)].sort((a, b) => a - b) as [number, number];
    setIds(new Set([...ids, ...order.slice(Math.max(0, from), to + 1)]));
    setLast(id);
  }
  const selected = chats.filter((chat) => ids.has(chat.prospect.id));
  return {
    ids: new Set(selected.map((chat) => chat.prospect.id)),
    chats: selected,
    toggle,
    extendTo,
    replace: (wanted) => setIds(new Set(wanted)),
    clear,
  };
}
