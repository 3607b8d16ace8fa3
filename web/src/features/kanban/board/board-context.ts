import type { KanbanCard, KanbanColumn } from '@overture/contract/kanban';
import { createContext, type KeyboardEvent, useContext } from 'react';

type NamedColumn = Pick<KanbanColumn, 'id' | 'name'>;

/** Actions of the board; the functions keep their identity while it is open, which avoids redrawing cards. */
export interface BoardContextValue {
  columns: readonly NamedColumn[];
  isNarrowed: boolean;
  /** Its columns go with the same right as the board. */
  mayDelete: boolean;
  actions: {
    open: (card: KanbanCard) => void;
    history: (card: KanbanCard) => void;
    activate: (cardId: number) => void;
    key: (event: KeyboardEvent, card: KanbanCard) => void;
    moveTo: (card: KanbanCard, columnId: number) => void;
    remove: (card: KanbanCard) => void;
    loadMore: (columnId: number) => void;
    orderColumn: (columnId: number, to: number) => void;
    deleteColumn: (column: KanbanColumn) => void;
  };
}

export const BoardContext = createContext<BoardContextValue | null>(null);

export function useBoardContext(): BoardContextValue {
  const value = useContext(BoardContext);
  if (!value) throw new Error('A card must be inside a board');
  return value;
}
