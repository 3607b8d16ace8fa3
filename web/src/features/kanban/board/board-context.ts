import type { KanbanCard, KanbanColumn } from '@overture/contract/kanban';
import { createContext, type KeyboardEvent, useContext } from 'react';

type NamedColumn = Pick<KanbanColumn, 'id' | 'name'>;

/** What can be done on the board; the same functions for as long as it is open, so that cards are not drawn again for them. */
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
  if (!value) throw new Error('A card stands outside of a board');
  return value;
}
